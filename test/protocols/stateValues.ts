import { runtime } from "@pulumi/pulumi";
import { isObject, type Json } from "../../provider/schema/json.js";

/** Hooks see secrets without their wrapping. */
export function received<Value extends Json>(value: Value): Value {
  if (Array.isArray(value)) return value.map(received) as Value;
  if (!isObject(value)) return value;
  if (value[runtime.specialSigKey] === runtime.specialSecretSig) return received(value.value) as Value;
  return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, received(child)])) as Value;
}

/** A value as it crosses from one process to another: JSON, without anything that JSON cannot write. */
export function plain<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}
