import { jsonAnswer, selected } from "../answer/answers.js";
import { show } from "../answer/show.js";
import type { Context } from "../context.js";
import type { Answer, Operation } from "../operation.js";
import type { Target } from "../path/resolve.js";
import { candidatesFor } from "../query/candidates.js";
import { OF_A_COLLECTION, parseOptions, type QueryOptions } from "../query/options.js";
import { type Page, pageOf } from "../query/page.js";
import { typeIn } from "../version.js";
import { maxPageSize } from "./prefer.js";

/** GET of a collection: one page of it. */
export function getCollection({ store, settings }: Context, operation: Operation, target: Target): Answer {
  const { version, origin } = operation;
  const { place, context, within } = target;
  const type = typeIn(version, place.collection);
  const options = parseOptions(type, version, operation.query, OF_A_COLLECTION);
  const preferred = maxPageSize(operation.headers.prefer);
  const size = Math.min(settings.pageSize, preferred ?? Number.POSITIVE_INFINITY);
  const page = pageOf(candidatesFor(store, place, within, options.lookup), type, options, size);
  return jsonAnswer(
    200,
    {
      "@odata.context": `${origin}/api/${version}/$metadata#${context}${selected(options)}`,
      ...(options.count && { "@odata.count": page.count }),
      value: page.records.map((record) => show(store, version, place, record, options)),
      ...(page.skipToken !== undefined && { "@odata.nextLink": nextLink(operation, options, page) }),
    },
    preferred === undefined ? {} : { "preference-applied": `odata.maxpagesize=${size}` },
  );
}

/** The same question, for what comes behind this page. */
function nextLink(operation: Operation, { top }: QueryOptions, page: Page): string {
  const { origin, version, path, query } = operation;
  const parts = [...query]
    .filter(([name]) => !["$skip", "$skiptoken", "$top"].includes(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (top !== undefined) {
    parts.push(`$top=${top - page.records.length}`);
  }
  parts.push(`$skiptoken=${page.skipToken}`);
  return `${origin}/api/${version}/${encodeURI(path)}?${parts.join("&")}`;
}
