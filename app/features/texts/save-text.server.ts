import type { Kysely } from 'kysely'
import { data, redirect } from 'react-router'
import { writeAudit } from '#app/features/audit/audit.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { refreshTexts } from '#app/platform/texts/texts.server.ts'
import { dropText, findText, type TextKind, writeText } from './texts.server.ts'
import { type Checked, seenField } from './texts-schema.ts'

export type Editor = Extract<Actor, { kind: 'admin' }>
type Deps = { db: Kysely<DB> }

export type TextFailure = { code: 'changed_meanwhile'; by: string | null; at: Date | null; revision: number }

type Target = {
  editor: Editor
  kind: TextKind
  key: string
  /** The revision of the text that the editor read; 0: the release's own. */
  seen: number
}

/** Saves texts that override the release's, and uses them in this process at once. The caller has validated them. */
export async function saveText(
  { db }: Deps,
  { content, ...target }: Target & { content: Readonly<Record<string, unknown>> },
): Promise<Result<void, TextFailure>> {
  return change(db, target, content)
}

const ENTITIES: Readonly<Record<TextKind, string>> = { mail: 'mail_text', shop: 'shop_text', setting: 'setting' }

/** Restores the release's texts. */
export const restoreText = ({ db }: Deps, target: Target): Promise<Result<void, TextFailure>> =>
  change(db, target, undefined)

async function change(
  db: Kysely<DB>,
  { editor, kind, key, seen }: Target,
  content: Readonly<Record<string, unknown>> | undefined,
): Promise<Result<void, TextFailure>> {
  const done = await asActor(db, editor, async (tx): Promise<Result<void, TextFailure>> => {
    const before = await findText(tx, kind, key, 'hold')
    const held = (before?.revision ?? 0) === seen
    const written =
      held &&
      (content === undefined
        ? before === undefined || (await dropText(tx, kind, key, seen))
        : await writeText(tx, { kind, key, content, seen }))
    if (!written) {
      const now = before ?? (await findText(tx, kind, key))
      return err({
        code: 'changed_meanwhile',
        by: now?.updatedBy ?? null,
        at: now?.updatedAt ?? null,
        revision: now?.revision ?? 0,
      })
    }
    if (before === undefined && content === undefined) return ok(undefined)
    await writeAudit(tx, {
      action: `${kind === 'setting' ? 'setting' : 'text'}_${content === undefined ? 'restored' : 'changed'}`,
      entity: ENTITIES[kind],
      entity_id: key,
      before: before?.content ?? null,
      after: content ?? null,
    })
    return ok(undefined)
  })
  await refreshTexts(db)
  return done
}

type Form = Readonly<Record<string, string>>

/** What an editor of texts says after its form: what is typed stays, with the revision that the next save replaces. */
export type TextAnswer<Key extends string = string> = {
  key: Key
  text: string
  tone: 'info' | 'error'
  errors: Record<string, string>
  values: Form
  seen: number
}

type StoredText<Key extends string> = {
  editor: Editor
  kind: TextKind
  key: Key
  form: Form
  /** The texts that differ from the release's. */
  read: (form: Form) => Checked<Record<string, string>>
  /** The address after the texts were saved, or the release's restored. */
  doneAt: (done: 'guardado' | 'original') => string
  /** Said of wrong texts, unless the error without a field says more. */
  problem: string
  conflict: (failure: TextFailure) => string
}

/** The revision of the text that the form was filled from. @throws 400 for a form without it */
export function readSeen({ seen }: Form): number {
  const parsed = seenField.safeParse(seen)
  if (!parsed.success) throw data('Bad request', 400)
  return parsed.data
}

/**
 * Saves the texts of a form, or restores the release's: for `restore`, and for a form that says the same as the release.
 * @throws 400 for any other intent
 */
export async function answerStoredText<Key extends string>(
  { db }: Pick<Services, 'db'>,
  { editor, kind, key, form, read, doneAt, problem, conflict }: StoredText<Key>,
) {
  const seen = readSeen(form)
  const target = { editor, kind, key, seen }
  const refuse = (status: 400 | 409, refusal: Pick<TextAnswer, 'text'> & Partial<TextAnswer>) =>
    data<TextAnswer<Key>>({ tone: 'error', errors: {}, values: form, seen, ...refusal, key }, status)
  if (form.intent !== 'restore' && form.intent !== 'save') throw data('Bad request', 400)
  const { value, errors } = form.intent === 'restore' ? { value: {}, errors: {} } : read(form)
  if (Object.keys(errors).length > 0) return refuse(400, { text: errors[''] ?? problem, errors })
  const stored =
    Object.keys(value).length === 0
      ? await restoreText({ db }, target)
      : await saveText({ db }, { ...target, content: value })
  if (stored.ok) return redirect(doneAt(form.intent === 'restore' ? 'original' : 'guardado'))
  return refuse(409, { text: conflict(stored.error), seen: stored.error.revision })
}

/** Says that another editor has saved the same text meanwhile, and how to continue. */
export const textConflict = ({ by, at }: TextFailure): string =>
  at === null
    ? 'Otra persona volvió al texto original después de que abriste esta página. Lo tuyo sigue aquí: guarda de nuevo para que valga.'
    : `${by ?? 'Otra persona'} guardó este texto el ${formatDateTime(at)}, después de que abriste esta página. Lo tuyo sigue aquí: guarda de nuevo para reemplazar el suyo.`
