/**
 * Waits for the values of an object together, as `Promise.all` does for those of a list (and as `Promise.allKeyed` is proposed for the
 * language). Fails with the first that fails.
 */
export async function allKeyed<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
): Promise<{ [Key in keyof Values]: Awaited<Values[Key]> }> {
  const names = Object.keys(values)
  const found = await Promise.all(Object.values(values))
  // Of exactly these names, in this order.
  return Object.fromEntries(names.map((name, index) => [name, found[index]])) as {
    [Key in keyof Values]: Awaited<Values[Key]>
  }
}
