/** Makes a value when it is first asked for: an Intl formatter takes milliseconds that a page's first seconds don't have. */
export function lazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
