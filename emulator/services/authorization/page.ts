const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 18vh auto 0; max-width: 32rem; padding: 0 1.5rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
  p { overflow-wrap: anywhere; }
  button { font: inherit; margin-right: .5rem; padding: .4rem 1.2rem; }
`;

/** The page that asks the person. The form goes back to the page's own address, parameters included. */
export function askingPage(clientId: string, scope: string): string {
  return html(
    "Sign in",
    `<p><strong>${escaped(clientId)}</strong> asks for <strong>${escaped(scope)}</strong>: to act as you.</p>
<form method="post">
<button name="decision" value="allow">Sign in</button>
<button name="decision" value="deny">Cancel</button>
</form>`,
  );
}

/** The page for a request that cannot be answered. */
export function problemPage(reason: string): string {
  return html("This request cannot be answered", `<p>${escaped(reason)}</p>`);
}

function html(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${title}</h1>
${content}
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
