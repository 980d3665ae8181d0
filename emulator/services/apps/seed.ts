import type { Apps } from "./store.js";

/** The organization of the demo, with its two apps and their users. */
export function seedDemo(store: Apps): void {
  const owner = "demo-org";
  store.putUser("ada@example.com", { display_name: "Ada Example" });
  store.putUser("grace@example.com", { display_name: "Grace Example" });
  for (const app of ["shop-android", "shop-ios"]) {
    store.putMember({ owner, app }, "ada@example.com", ["manager"]);
    store.putMember({ owner, app }, "grace@example.com", ["developer"]);
  }
  store.putMember({ owner, app: "shop-android" }, "alan+beta@example.com", ["tester"]);
  store.putMember({ owner, app: "shop-ios" }, "edsger@example.com", ["viewer"]);
}
