/** The page to which the browser returns. Only the page can read the fragment of its address. */

const STYLE = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 18vh auto 0; max-width: 32rem; padding: 0 1.5rem; }
  h1 { font-size: 1.5rem; margin: 0 0 .5rem; }
  p { margin: 0; overflow-wrap: anywhere; }
`;

// The address is cleared first: the token must not stay in the address bar or the history.
const SCRIPT = `
  const answer = location.hash.slice(1) || location.search.slice(1);
  history.replaceState(null, "", location.pathname);
  const show = ({ title, text }) => {
    document.title = title;
    document.querySelector("h1").textContent = title;
    document.querySelector("p").textContent = text;
  };
  const lost = {
    title: "Nothing received",
    text: "The terminal rejected the response or is no longer waiting for it. Start again in the terminal.",
  };
  if (answer === "") {
    show({ title: "No sign-in response", text: "Sign in at the address that the terminal shows." });
  } else {
    fetch("/answer", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: answer,
    }).then((response) => response.json()).then(show, () => show(lost));
  }
`;

/** The message on the page. The script inserts it as text, never as markup. */
export interface Message {
  title: string;
  text: string;
}

/** @param nonce unique for each response: the browser runs no other script and applies no other style */
export function page(nonce: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Signing in</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main role="status">
<h1>Signing in</h1>
<p>One moment.</p>
<noscript>This page needs JavaScript: only the browser receives the response of the service.</noscript>
</main>
<script nonce="${nonce}">${SCRIPT}</script>
</body>
</html>
`;
}

/** Returns the headers of the page. It loads nothing, appears in no frame and is never cached. */
export function formatPageHeaders(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ];
  return { "content-type": "text/html; charset=utf-8", "content-security-policy": policy.join("; ") };
}
