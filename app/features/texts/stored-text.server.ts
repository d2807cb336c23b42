import { data, redirect } from 'react-router'
import { type Editor, restoreText, saveText, type TextFailure } from '#app/features/texts/save-text.server.ts'
import type { TextKind } from '#app/features/texts/texts.db.server.ts'
import { type Checked, seenField } from '#app/features/texts/texts.schema.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import type { Services } from '#app/platform/services/services.server.ts'

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
export function seenOf({ seen }: Form): number {
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
  const seen = seenOf(form)
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
