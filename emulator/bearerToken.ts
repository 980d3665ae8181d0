/** The token in the header `Authorization`; undefined where there is none, or another kind of proof. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)\s*$/i.exec(authorization ?? "")?.[1];
}
