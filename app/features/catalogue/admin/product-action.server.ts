import type { Kysely } from 'kysely'
import { data, redirect } from 'react-router'
import { findDeliverables } from '#app/features/catalogue/deliverables.server.ts'
import { type Deliverable, listDeliverables, NO_DELIVERABLES } from '#app/features/catalogue/deliverables.ts'
import { writeOutcomes } from '#app/features/catalogue/outcome-lines.ts'
import { storePicture } from '#app/features/catalogue/pictures/pictures.server.ts'
import {
  NEW_PRODUCT,
  PRODUCT_FIELD_NAMES,
  type ProductField,
  type ProductValues,
  questionnaireValue,
} from '#app/features/catalogue/product-form.ts'
import { Refusal } from '#app/kernel/refusal.ts'
import { cleanLines } from '#app/kit/forms/text.ts'
import { plainNumber } from '#app/kit/forms/whole-number.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import type { DB } from '#app/platform/database/schema.ts'
import { oneLine } from '#app/platform/http/one-line.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { makeCoverPhoto, type PhotoFailure } from '#app/platform/pictures/cover-photo.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { selectedFile } from '#app/platform/uploads/upload-texts.ts'
import { findEditedProduct, listOfferedQuestionnaires } from './edited-product.server.ts'
import type { EditorAnswer } from './editor-answer.ts'
import { answerSave, readVersion, versionField } from './edits.server.ts'
import { duplicateProduct, saveProduct } from './manage-product.server.ts'

/** The questionnaires as options: the newest version, and each fixed one. */
export async function questionnaireChoices(
  db: Kysely<DB>,
): Promise<{ value: string; label: string; minutes: number | undefined }[]> {
  const offered = await listOfferedQuestionnaires(db)
  return offered.flatMap(({ id, title, versions }) => [
    { value: questionnaireValue(id, null), label: `${title}: la más nueva`, minutes: versions[0]?.minutes },
    ...versions.map(({ version, minutes }) => ({
      value: questionnaireValue(id, version),
      label: `${title}: versión ${version}`,
      minutes,
    })),
  ])
}

/** What a product may deliver, by its type, to choose from; saving tells what it does. @param id undefined: a new one */
export async function deliverableChoices(
  db: Kysely<DB>,
  id: string | undefined,
): Promise<Record<'assessment' | 'workshop', Deliverable[]>> {
  const deliverables = id === undefined ? NO_DELIVERABLES : await findDeliverables(db, id)
  const most = { allow_business: true, max_seats: 1000, hasQuestionnaire: true, hasProgram: true, deliverables }
  return {
    assessment: listDeliverables({ ...most, type: 'assessment' }),
    workshop: listDeliverables({ ...most, type: 'workshop' }),
  }
}

type Admin = Extract<Actor, { kind: 'admin' }>
type Answer = EditorAnswer<ProductField>

/**
 * Creates or updates a product from its editor. @param id undefined: a new one. @throws 400 when the body is not such a
 * form, 404 without the product.
 */
export async function productAction(
  { db }: Pick<Services, 'db'>,
  actor: Admin,
  request: Request,
  id: string | undefined,
) {
  const form = await postedForm(request)
  if (form.get('intent') === 'duplicate' && id !== undefined) return duplicate(db, actor, id, form)
  const version = readVersion(form, id)
  const picture = await readPicture(db, actor, form)
  const values = { ...readValues(form), image_url: picture.address }
  const save = async () => {
    if (picture.problem !== undefined) return { errors: { image_url: picture.problem } }
    return saveProduct({ db }, { actor, product: id === undefined ? undefined : { id, version }, values })
  }
  const created = (made: string) => `/admin/catalog/assessments/${made}?listo=creado`
  return answerSave<ProductField>(save, { version, values }, id === undefined ? created : undefined)
}

/** A product with values that the editor refuses cannot be copied: the page stays, with what was typed in its other form. */
async function duplicate(db: Services['db'], actor: Admin, id: string, form: FormData) {
  try {
    return redirect(`/admin/catalog/assessments/${await duplicateProduct({ db }, { actor, id })}?listo=duplicado`)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const stored = await asActor(db, actor, tx => findEditedProduct(tx, id))
    if (!stored || error.stale) throw data('Not found', 404)
    const seen = versionField.safeParse(form.get('version'))
    const { values } = stored
    const typed = { version: seen.success ? seen.data : stored.version, values }
    const message = 'No se duplicó: tiene datos que el editor no acepta. Corrígelos, guarda y vuelve a duplicarlo.'
    return data<Answer>({ ...typed, errors: {}, saved: false, message, conflict: undefined }, 409)
  }
}

const textOf = (form: FormData, name: string): string => {
  const value = form.get(name)
  return typeof value === 'string' ? cleanLines(value) : ''
}

/** The texts of the form, without unwanted characters. */
function readValues(form: FormData): ProductValues {
  const texts = Object.fromEntries(PRODUCT_FIELD_NAMES.map(name => [name, textOf(form, name)]))
  const base_price_clp = plainNumber(texts.base_price_clp ?? '')
  return { ...NEW_PRODUCT, ...texts, base_price_clp, agenda: readAgenda(form), outcomes: readTypedOutcomes(form) }
}

/** The values of a repeated control, a row each. */
const columnOf = (form: FormData, name: string): string[] =>
  form.getAll(name).map(value => (typeof value === 'string' ? cleanLines(value) : ''))

/** Skips empty rows. */
function readTypedOutcomes(form: FormData): string {
  const keptBy = columnOf(form, 'outcome_kept_by')
  const rows = columnOf(form, 'outcome_text')
    .slice(0, 100)
    .map((text, index) => ({ text: oneLine(text), keptBy: keysOf(keptBy[index] ?? '') }))
  return writeOutcomes(rows.filter(({ text }) => text !== ''))
}

/** Keys of deliverables; what can be none is left out. */
const keysOf = (typed: string): string[] => typed.split(/\s+/).filter(key => /^[a-z0-9:-]+$/.test(key))

/** Skips empty rows. */
function readAgenda(form: FormData): string {
  const column = (name: string) => columnOf(form, name)
  const [minutes, titles, details] = [column('agenda_minutes'), column('agenda_title'), column('agenda_detail')]
  const rows = minutes.slice(0, 100).map((typed, index) => ({
    minutes: typed,
    title: titles[index] ?? '',
    detail: details[index] ?? '',
  }))
  return JSON.stringify(rows.filter(row => row.minutes + row.title + row.detail !== ''))
}

const PROBLEMS: Record<PhotoFailure['code'], string> = {
  too_large: 'La imagen pesa más de 8 MB: elige una más liviana',
  not_a_picture: 'Ese archivo no es una imagen JPG, PNG o WebP, o está dañado',
  too_many_pixels: 'La imagen tiene más de 40 millones de píxeles: redúcela antes de subirla',
  too_small: 'La imagen es muy pequeña: debe medir al menos 640 × 320 píxeles',
}

/** Stores the uploaded picture at once: errors elsewhere in the form do not lose it. */
async function readPicture(
  db: Services['db'],
  actor: Admin,
  form: FormData,
): Promise<{ address: string; problem?: string | undefined }> {
  const sent = selectedFile(form.get('picture'))
  const before = textOf(form, 'image_url')
  if (!sent) return { address: form.get('remove_picture') === 'si' ? '' : before }
  const photo = await makeCoverPhoto(Buffer.from(await sent.arrayBuffer()))
  if (!photo.ok) return { address: before, problem: PROBLEMS[photo.error.code] }
  return { address: await asActor(db, actor, tx => storePicture(tx, photo.value)) }
}
