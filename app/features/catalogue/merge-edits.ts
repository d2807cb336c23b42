/** A value of a form that two people changed. */
export type Clash<Field extends string> = { field: Field; mine: string; theirs: string }

export type Merged<Field extends string> = {
  /** What the form shows next: what was typed, and the other's changes wherever nothing was. */
  values: Record<Field, string>
  /** Fields that only the other one changed. */
  taken: Field[]
  clashes: Clash<Field>[]
}

/**
 * Puts two edits of the same values together, so that nobody's typing is lost: `base` is what both began with, `mine` what was just
 * sent, `theirs` what has been stored meanwhile.
 */
export function mergeEdits<Field extends string>(
  fields: readonly Field[],
  base: Record<Field, string>,
  mine: Record<Field, string>,
  theirs: Record<Field, string>,
): Merged<Field> {
  const values = { ...mine }
  const taken: Field[] = []
  const clashes: Clash<Field>[] = []
  for (const field of fields) {
    if (theirs[field] === base[field] || theirs[field] === mine[field]) continue
    if (mine[field] === base[field]) {
      values[field] = theirs[field]
      taken.push(field)
    } else {
      clashes.push({ field, mine: mine[field], theirs: theirs[field] })
    }
  }
  return { values, taken, clashes }
}

/** The fields that differ, each with its value before and after: what the audit log keeps of an edit. */
export function changesOf<Field extends string>(
  fields: readonly Field[],
  before: Record<Field, string>,
  after: Record<Field, string>,
): { before: Record<string, string>; after: Record<string, string> } {
  const changed = fields.filter(field => before[field] !== after[field])
  const pick = (values: Record<Field, string>) => Object.fromEntries(changed.map(field => [field, values[field]]))
  return { before: pick(before), after: pick(after) }
}

/** A log entry about an edit, as it is read back: the version that it made, and what was there before. */
export type LoggedEdit = { version: number; before: Record<string, string>; by: string; at: Date }

/** What a form began with that was read at `version`, worked out from what is stored now and the edits since. */
export function valuesAt<Field extends string>(
  fields: readonly Field[],
  now: Record<Field, string>,
  edits: readonly LoggedEdit[],
  version: number,
): Record<Field, string> {
  const values = { ...now }
  const since = edits.filter(edit => edit.version > version).toSorted((a, b) => b.version - a.version)
  for (const edit of since) for (const field of fields) values[field] = edit.before[field] ?? values[field]
  return values
}
