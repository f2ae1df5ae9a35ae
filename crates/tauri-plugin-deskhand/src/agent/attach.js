// Runs in the page's world before the page does: tells the agent beside it of every closed shadow tree that is made, by
// putting a node there that the agent knows.
(keys) => {
  const mark = document.createElement("template");
  const { remove, dispatchEvent } = mark;
  const NewEvent = Event;
  const appendTo = ShadowRoot.prototype.append;
  const mode = Object.getOwnPropertyDescriptor(ShadowRoot.prototype, "mode").get;
  const { apply } = Reflect;
  const tell = (name) => apply(dispatchEvent, mark, [new NewEvent(name)]);

  const introduce = () => {
    document.documentElement?.append(mark);
    tell(keys.mark);
    mark.remove();
  };

  // Nobody knows which of the two worlds begins first.
  introduce();
  window.addEventListener(keys.meet, (event) => {
    event.stopImmediatePropagation();
    introduce();
  }, { capture: true, once: true });
  Element.prototype.attachShadow = new Proxy(Element.prototype.attachShadow, {
    apply(attach, host, init) {
      const root = apply(attach, host, init);
      if (apply(mode, root, []) === "closed") {
        apply(appendTo, root, [mark]);
        tell(keys.attach);
        apply(remove, mark, []);
      }
      return root;
    },
  });
}
