// The theme with the fonts of the reader's system: there is nothing to fetch.
export { default } from "vitepress/theme-without-fonts";

import "./style.css";
