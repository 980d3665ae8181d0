import { ProviderError } from "../../contract/providerError.js";
import type { Caller } from "../../http/connection.js";
import { isRecordId, toPlainRow } from "../../odata/bodies.js";
import { connectBusiness } from "../../odata/connectBusiness.js";
import { readPages } from "../../odata/pages.js";
import type { Json } from "../../schema/json.js";

/** The companies that the account can see, from all pages. */
export async function ask(caller: Caller): Promise<Json[]> {
  const { address, send } = connectBusiness(caller);
  const root = `${address}/api/v2.0/`;
  const entities = await readPages(`${root}companies`, { send, root, batch: `${root}$batch` });
  return entities.map(({ fields }) => {
    if (!isRecordId(fields.id)) throw new ProviderError("the service returned a company without an id.");
    return toPlainRow(fields);
  });
}
