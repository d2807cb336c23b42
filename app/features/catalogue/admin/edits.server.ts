import { type Kysely, sql, type Transaction } from 'kysely'
import { data, redirect } from 'react-router'
import { z } from 'zod'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import type { FieldErrors } from '#app/features/catalogue/product-form-schema.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { Refusal, refusing } from '#app/kernel/refusal.ts'
import { cutText } from '#app/kernel/text.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { EditorAnswer } from './editor-answer.ts'

const texts = z.record(z.string(), z.string())
const logged = z.object({ before: texts, after: z.object({ version: z.int() }) })

/** The edits of a product or category since a version, from the audit log, oldest first, with their authors. */
async function editsSince(
  tx: Transaction<DB>,
  of: { entity: 'assessment' | 'category'; id: string; version: number },
): Promise<LoggedEdit[]> {
  const rows = await tx
    .selectFrom('audit_log as entry')
    .leftJoin('profiles as author', 'author.id', 'entry.actor_user_id')
    .select(['entry.at', 'entry.before', 'entry.after', 'author.first_name', 'author.last_name', 'author.email'])
    .where('entry.entity', '=', of.entity)
    .where('entry.entity_id', '=', of.id)
    .where(sql<boolean>`(entry.after ->> 'version')::integer > ${of.version}`)
    .orderBy('entry.id')
    .execute()
  return rows.flatMap(row => {
    const parsed = logged.safeParse({ before: row.before ?? {}, after: row.after })
    if (!parsed.success) return []
    const by = [row.first_name, row.last_name].filter(Boolean).join(' ') || (row.email ?? 'Otra persona')
    return [{ version: parsed.data.after.version, before: parsed.data.before, by, at: row.at }]
  })
}

/** A form value that two people changed. */
export type Clash<Field extends string> = { field: Field; mine: string; theirs: string }

export type Merged<Field extends string> = {
  /** The next values of the form: what was typed, and the other person's changes elsewhere. */
  values: Record<Field, string>
  /** Fields that only the other person changed. */
  taken: Field[]
  clashes: Clash<Field>[]
}

/**
 * Three-way merge of form values, so that no input is lost: `base` is the common ancestor, `mine` what was just
 * submitted, `theirs` what has been stored meanwhile.
 */
function mergeEdits<Field extends string>(
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

/** The fields that differ, each with its value before and after, for the audit log. */
function changesOf<Field extends string>(
  fields: readonly Field[],
  before: Record<Field, string>,
  after: Record<Field, string>,
): { before: Record<string, string>; after: Record<string, string> } {
  const changed = fields.filter(field => before[field] !== after[field])
  const pick = (values: Record<Field, string>) => Object.fromEntries(changed.map(field => [field, values[field]]))
  return { before: pick(before), after: pick(after) }
}

/** An edit read from the audit log: the version that it created, and the previous values. */
export type LoggedEdit = { version: number; before: Record<string, string>; by: string; at: Date }

/** The form values at `version`, reconstructed from the current values and the edits since. */
function valuesAt<Field extends string>(
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

/** Somebody else saved first: both edits merged, to be reviewed and submitted again with this version. */
export type EditConflict<Field extends string> = Merged<Field> & { version: number; by: string; at: Date }

export type Stored<Field extends string> = {
  id: string
  version: number
  values: Record<Field, string>
  updatedAt: Date
}

/**
 * The edits since the version that an editor saw.
 * @param begun that version.
 * @returns undefined when there are none.
 */
async function conflictWith<Field extends string>(
  tx: Transaction<DB>,
  stored: Stored<Field>,
  input: {
    entity: 'assessment' | 'category'
    names: readonly Field[]
    begun: number
    mine: Record<Field, string>
  },
): Promise<EditConflict<Field> | undefined> {
  const { entity, names, begun, mine } = input
  if (stored.version === begun) return undefined
  const edits = await editsSince(tx, { entity, id: stored.id, version: begun })
  const last = edits.at(-1)
  return {
    ...mergeEdits(names, valuesAt(names, stored.values, edits, begun), mine, stored.values),
    version: stored.version,
    by: last?.by ?? 'Otra persona',
    at: last?.at ?? stored.updatedAt,
  }
}

/** 'Copia de X', cut to a maximum length. */
export const copyName = (name: string, max: number): string => cutText(`Copia de ${name}`, max).trim()

/** 'x-copia', or the first 'x-copia-N' that is not among `taken`. At most 80 characters. */
export function copySlug(slug: string, taken: readonly string[]): string {
  const start = `${cutText(slug, 60).replace(/-+$/, '')}-copia`
  const known = new Set(taken)
  if (!known.has(start)) return start
  let number = 2
  while (known.has(`${start}-${number}`)) number += 1
  return `${start}-${number}`
}

/** What an editor of the catalogue needs for one kind of row: parse the form, find, insert and update. */
export type Editing<Field extends string, Edit> = {
  entity: 'assessment' | 'category'
  names: readonly Field[]
  read(values: Record<Field, string>): { ok: true; edit: Edit } | { ok: false; errors: FieldErrors<Field> }
  /** `lock` locks it until the transaction ends. */
  find(tx: Transaction<DB>, id: string, lock?: boolean): Promise<Stored<Field> | undefined>
  insert(tx: Transaction<DB>, edit: Edit): Promise<{ id: string; version: number }>
  /** Undefined: the row has another version. */
  update(tx: Transaction<DB>, input: { id: string; version: number; edit: Edit }): Promise<number | undefined>
  /** Whether an edit may replace the stored values. @throws Refusal */
  check?(before: Record<Field, string>, edit: Edit): void
  /** What the database refuses, by constraint (`refusing`). */
  constraints(values: Record<Field, string>): Parameters<typeof refusing>[1]
}

type Saved<Field extends string> =
  | { id: string; version: number }
  | { errors: FieldErrors<Field> }
  | { conflict: EditConflict<Field> }

type Input<Field extends string> = {
  actor: Extract<Actor, { kind: 'admin' }>
  /** The edited row and the version that its editor saw; undefined: a new row. */
  edited: { id: string; version: number } | undefined
  values: Record<Field, string>
}

const notFound = () => data('Not found', 404)

/**
 * Inserts a row of the catalogue, or updates it at the version that its editor saw; changes are audited.
 * @throws Refusal, and 404 without the row
 */
export async function saveEdited<Field extends string, Edit>(
  { db }: { db: Kysely<DB> },
  editing: Editing<Field, Edit>,
  { actor, edited, values }: Input<Field>,
): Promise<Saved<Field>> {
  const { entity, names } = editing
  const read = editing.read(values)
  const findConflict = async (tx: Transaction<DB>): Promise<EditConflict<Field> | undefined> => {
    const stored = edited && (await editing.find(tx, edited.id))
    return stored && conflictWith(tx, stored, { entity, names, begun: edited.version, mine: values })
  }
  // Conflicts come first: the other edit may have corrected the same errors.
  if (!read.ok) {
    const conflict = edited && (await asActor(db, actor, findConflict))
    return conflict ? { conflict } : { errors: read.errors }
  }
  const audit = (tx: Transaction<DB>, action: string, id: string, before: object, after: object) =>
    writeAudit(tx, { action: `${entity}_${action}`, entity, entity_id: id, before, after })
  const save = asActor(db, actor, async (tx): Promise<Saved<Field>> => {
    if (!edited) {
      const added = await editing.insert(tx, read.edit)
      const stored = await editing.find(tx, added.id)
      await audit(tx, 'created', added.id, {}, { ...(stored?.values ?? values), version: added.version })
      return added
    }
    const { id, version } = edited
    const before = await editing.find(tx, id, true)
    if (!before) throw notFound()
    editing.check?.(before.values, read.edit)
    const written = await editing.update(tx, { id, version, edit: read.edit })
    if (written === undefined) {
      const conflict = await findConflict(tx)
      if (!conflict) throw notFound()
      return { conflict }
    }
    const after = await editing.find(tx, id)
    const changes = changesOf(names, before.values, after?.values ?? before.values)
    await audit(tx, 'edited', id, changes.before, { ...changes.after, version: written })
    return { id, version: written }
  })
  return refusing(save, editing.constraints(values))
}

/**
 * What the action of an editor answers.
 * @param typed the version that the editor saw, and what was typed. @param created where a new row leads
 */
export async function answerSave<Field extends string>(
  save: () => Promise<Saved<Field>>,
  typed: { version: number; values: Record<Field, string> },
  created: ((id: string) => string) | undefined,
) {
  const answer = (input: Partial<EditorAnswer<Field>>, status: number) =>
    data<EditorAnswer<Field>>(
      { ...typed, errors: {}, saved: false, message: '', conflict: undefined, ...input },
      status,
    )
  try {
    const saved = await save()
    if ('errors' in saved) return answer({ errors: saved.errors }, 400)
    if ('conflict' in saved) {
      const { values, version, ...conflict } = saved.conflict
      return answer({ values, version, conflict: { ...conflict, at: formatDateTime(conflict.at) } }, 409)
    }
    return created ? redirect(created(saved.id)) : answer({ saved: true, version: saved.version }, 200)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { field, message, status } = error
    const errors = { [field ?? '']: message } as Partial<Record<Field, string>>
    return answer(field === undefined ? { message } : { errors }, status)
  }
}

/** The version of a row in an editor's form. */
export const versionField = z.coerce.number().int().min(1).max(2_147_483_647)

/** The version that an editor's form was filled from; 0 for a new row. @throws 400 for a form without it, or with another intent */
export function readVersion(form: FormData, id: string | undefined): number {
  const seen = id === undefined ? { success: true as const, data: 0 } : versionField.safeParse(form.get('version'))
  if (form.get('intent') !== 'save' || !seen.success) throw data('Bad request', 400)
  return seen.data
}
