import type { JsonObject } from "../../provider/schema/json.js";
import { Broken } from "./broken.js";
import { bodyOf, isOnlyNamed, key, shownBody } from "./groupBodies.js";
import { type Declared, fixedIn, NAMES, PREFIX, urnOf, visibleIn } from "./groupProgram.js";
import { type Effect, type Group, type GroupService, shown } from "./groupService.js";
import { KnownState } from "./knownState.js";
import type { Action, Entry, Result, Stack } from "./stack.js";
import { isPartOf } from "./subset.js";

/** Invariants of container groups: checked against the program, the stack and the service. */
export class GroupPromises {
  private readonly known = new KnownState<Declared>(urnOf);
  private wasQuiet = false;

  constructor(
    private readonly program: readonly Declared[],
    private readonly stack: Stack,
    private readonly service: GroupService,
  ) {}

  get goals(): Declared[] {
    return this.program.filter(({ isThere }) => isThere);
  }

  /** Changes that a preview must show, as far as they are known; by URN. */
  expectedActions(): Map<string, Action> {
    return this.known.expectedActions(this.goals, actionBetween);
  }

  /** A successful operation took effect, whatever happened in between. */
  checkDone({ actions }: Result): void {
    for (const goal of this.goals) {
      const action = actions.get(urnOf(goal));
      const entry = this.stack.entries.find(({ urn, isCondemned }) => urn === urnOf(goal) && !isCondemned);
      if (entry === undefined) throw new Broken(`${action}, and not in the state: ${urnOf(goal)}`);
      if (action === "same") continue;
      const group = this.service.find(entry.id);
      if (group === undefined || group.state === "Deleting")
        throw new Broken(`${action}, and gone: ${entry.id}`);
      if (!isPartOf(shownBody(goal, group), shown(group)))
        throw new Broken(`${action}, not as declared: ${entry.id}`);
    }
  }

  /** An `up` with nothing to do makes no request. @param isClean it was done without any trouble */
  checkUp(result: Result, isClean: boolean, requests: number): void {
    const expected = this.expectedActions();
    const isIdle = this.goals.every((goal) => expected.get(urnOf(goal)) === "same");
    if (isClean && isIdle && requests > 0 && this.wasQuiet) throw new Broken("requests without a change");
    this.wasQuiet = isClean;
    this.known.noteDone(result, this.goals);
  }

  /** Nothing is known any more of what the state holds. */
  forget(): void {
    this.known.clear();
  }

  /**
   * Nobody else's group is touched, and nothing is done twice.
   *
   * @param isReadable whether the service always said if there is a group; a create goes on where it does not, with a warning
   */
  checkEffects(what: string, effects: Effect[], before: Entry[], isReadable: boolean): void {
    const known = new Set(before.map(({ id }) => key(id)));
    for (const effect of effects) {
      const { kind, id, before: group } = effect;
      if (what === "refresh") throw new Broken(`a refresh did ${kind} ${id}`);
      if (what === "destroy" && kind !== "delete") throw new Broken(`a destroy did ${kind} ${id}`);
      if (kind === "delete" && !known.has(key(id))) throw new Broken(`deleted, and not in the state: ${id}`);
      const kept = before.filter((entry) => key(entry.id) === key(id));
      if (kind === "delete" && kept.every(({ retainOnDelete }) => retainOnDelete))
        throw new Broken(`deleted in spite of retainOnDelete: ${id}`);
      const isOfOthers = kind === "update" && group?.writer === "other" && !known.has(key(id));
      if (isOfOthers && isReadable && !this.mayTakeOver(group)) throw new Broken(`taken over: ${id}`);
    }
    if (isReadable) this.checkTakenOver(known);
  }

  /** The state has a group of others only once it is as declared: a destroy ends what the state has. */
  private checkTakenOver(known: ReadonlySet<string>): void {
    for (const { id, urn } of this.stack.entries) {
      const group = this.service.find(id);
      const goal = this.goals.find((one) => urnOf(one) === urn);
      if (known.has(key(id)) || group?.writer !== "other" || goal === undefined) continue;
      if (!isPartOf(shownBody(goal, group), shown(group)))
        throw new Broken(`in the state, and not taken over: ${id}`);
    }
  }

  /** A refresh takes out of the state only what is gone. */
  checkNothingLost(before: Entry[]): void {
    for (const { urn, id } of before)
      if (this.service.find(id) !== undefined && !this.stack.entries.some((entry) => entry.urn === urn))
        throw new Broken(`a refresh loses ${id}`);
  }

  private mayTakeOver(group: Group): boolean {
    const name = group.id.slice(PREFIX.length);
    return this.goals.some(
      (goal) =>
        goal.named !== undefined &&
        NAMES[goal.named] === name &&
        (goal.adopts || isPartOf(shownBody(goal, group), shown(group))),
    );
  }

  /** @param exactly with its secrets, and nothing beside it */
  checkDeclared(exactly: boolean): void {
    for (const goal of this.goals) {
      const entry = this.stack.entries.find(({ urn }) => urn === urnOf(goal));
      if (entry === undefined) throw new Broken(`not in the state: ${urnOf(goal)}`);
      const group = this.service.find(entry.id);
      if (group === undefined) throw new Broken(`not at the service: ${entry.id}`);
      const wanted = shownBody(goal, group);
      if (!isPartOf(wanted, shown(group)))
        throw new Broken(`not as declared: ${JSON.stringify([wanted, shown(group)])}`);
      const [body, there] = [oneSpelling(bodyOf(goal)), oneSpelling(group.body)];
      if (exactly && !(isPartOf(body, there, true) && isPartOf(there, body, true)))
        throw new Broken(`not exactly as declared: ${JSON.stringify([body, there])}`);
    }
  }
}

/** Another spelling of a location is no change, and is not sent. */
function oneSpelling(body: JsonObject): JsonObject {
  const { location } = body;
  return typeof location === "string"
    ? { ...body, location: location.replace(/ /g, "").toLowerCase() }
    : body;
}

function actionBetween(known: Declared, goal: Declared): Action {
  // A name that the provider has made stays, whatever the resource is called.
  const isReplaced =
    fixedIn(known) !== fixedIn(goal) && !(goal.named === undefined && isOnlyNamed(known, goal));
  if (isReplaced) return "replace";
  return visibleIn({ ...known, named: goal.named }) === visibleIn(goal) ? "same" : "update";
}
