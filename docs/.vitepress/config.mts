import { defineConfig } from "vitepress";
import { showDrawnDiagrams } from "../../tools/site/diagrams.js";
import { copyLinkedFiles, linkToPages, showExamplePrograms } from "../../tools/site/markdown.js";
import { FILES, getPageAddress, NO_PAGES } from "../../tools/site/pages.js";
import { createSidebar } from "../../tools/site/sidebar.js";

// The pages are Markdown files of the repository, wherever they are: what is read there and what is read here is one text.
export default defineConfig({
  title: "pulumi-vendorcloud",
  description: "Pulumi resources for a cloud vendor's container groups, business records and ERP instances",
  srcDir: "..",
  srcExclude: NO_PAGES,
  rewrites: (file) => getPageAddress(file) ?? file,
  cacheDir: "../node_modules/.cache/vitepress",
  cleanUrls: true,
  markdown: {
    config: (markdown) => {
      markdown.use(showExamplePrograms);
      markdown.use(linkToPages);
      markdown.use(showDrawnDiagrams);
    },
  },
  // Looked at once the site is there, with all other links.
  ignoreDeadLinks: [new RegExp(`^${FILES}`)],
  buildEnd: copyLinkedFiles,
  // The tables of the reference need the room of the outline.
  transformPageData: ({ filePath, frontmatter }) => {
    if (filePath.startsWith("docs/reference/")) frontmatter.aside = false;
  },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: createSidebar(),
  },
});
