/**
 * Until when a token can be used, for a person to read: local time, and minutes from now.
 *
 * @param seconds what the service said; undefined when it did not
 */
export function expiryText(seconds: number | undefined, now: Date): string {
  if (seconds === undefined) return "The service did not say when the token expires.";
  const until = new Date(now.getTime() + seconds * 1000);
  const minutes = Math.floor(seconds / 60);
  const left = minutes === 0 ? "less than a minute" : minutes === 1 ? "1 minute" : `${minutes} minutes`;
  return `It expires at ${until.toLocaleString()} (in ${left}).`;
}
