"use strict";
(() => {
  const root = document.documentElement;
  const steps = [...document.querySelectorAll(".step")];
  const links = [...document.querySelectorAll(".film a, .list a")];
  root.classList.add("js");

  // The strip shows the pictures that stand with the steps.
  for (const frame of document.querySelectorAll(".film a")) {
    const pictures = document.querySelectorAll(frame.hash + " .shot img");
    if (pictures.length === 0) continue;
    const thumb = new Image();
    thumb.alt = "";
    thumb.src = pictures[pictures.length - 1].src;
    frame.querySelector(".thumb").append(thumb);
  }

  const place = () => Math.max(0, steps.findIndex((step) => "#" + step.id === location.hash));
  const show = (index) => {
    const step = steps[index];
    if (!step) return;
    steps.forEach((one) => one.classList.toggle("current", one === step));
    for (const link of links) {
      const current = link.hash === "#" + step.id;
      link.classList.toggle("current", current);
      if (current) link.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    step.parentElement.scrollTop = 0;
    root.dataset.current = step.dataset.number;
  };
  const go = (index) => {
    const step = steps[Math.min(Math.max(index, 0), steps.length - 1)];
    if (step) location.replace("#" + step.id);
  };

  addEventListener("hashchange", () => show(place()));
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const keys = {
      ArrowLeft: () => place() - 1, k: () => place() - 1,
      ArrowRight: () => place() + 1, j: () => place() + 1,
      Home: () => 0, End: () => steps.length - 1,
    };
    if (!Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    go(keys[event.key]());
  });
  addEventListener("load", () => {
    for (const picture of document.querySelectorAll(".shot img")) {
      picture.dataset.width = picture.naturalWidth;
    }
  });
  show(place());
})();
