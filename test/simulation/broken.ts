/** The provider broke one of its promises. */
export class Broken extends Error {
  override readonly name = "Broken";
}
