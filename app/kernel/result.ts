/** An expected outcome of a use case: either a value, or a failure with a stable code that the edge turns into Spanish. */
export type Result<Value, Failure extends { code: string }> = Ok<Value> | Err<Failure>
export type Ok<Value> = { readonly ok: true; readonly value: Value }
export type Err<Failure> = { readonly ok: false; readonly error: Failure }

export const ok = <Value>(value: Value): Ok<Value> => ({ ok: true, value })

export const err = <const Failure extends { code: string }>(error: Failure): Err<Failure> => ({ ok: false, error })

/** Makes the compiler refuse a `switch` that forgets a case; reaching it at run time is a bug. */
export function unreachable(value: never): never {
  throw new Error(`Unreachable value: ${JSON.stringify(value)}`)
}
