(() => {
  "use strict";
  return {};
})()
