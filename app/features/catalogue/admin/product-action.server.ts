import { data, redirect } from 'react-router'
import { z } from 'zod'
import { storePicture } from '#app/features/catalogue/pictures/pictures.db.server.ts'
import {
  NEW_PRODUCT,
  PRODUCT_FIELD_NAMES,
  type ProductField,
  type ProductValues,
} from '#app/features/catalogue/product-form.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { cleanLines } from '#app/kit/forms/text.ts'
import { plainNumber } from '#app/kit/forms/whole-number.ts'
import { type Actor, asActor } from '#app/platform/database/actor.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { makeCoverPhoto, type PhotoFailure } from '#app/platform/pictures/cover-photo.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import { chosenFile } from '#app/platform/uploads/chosen-file.ts'
import { findEditedProduct } from './edited-product.db.server.ts'
import type { EditorAnswer } from './editor-answer.ts'
import { duplicateProduct, type SaveProductFailure, saveProduct } from './manage-product.server.ts'

type Admin = Extract<Actor, { kind: 'admin' }>
type Answer = EditorAnswer<ProductField>

const version = z.coerce.number().int().min(1).max(2_147_483_647)

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
  const base = id === undefined ? undefined : version.safeParse(form.get('version'))
  if (form.get('intent') !== 'save' || base?.success === false) throw data('Bad request', 400)
  const begun = base?.data ?? 0
  const picture = await readPicture(db, actor, form)
  const values = { ...readValues(form), image_url: picture.address }
  const answer = (input: Partial<Answer>, status: number) =>
    data<Answer>(
      { version: begun, values, errors: {}, saved: false, message: '', conflict: undefined, ...input },
      status,
    )
  if (picture.problem !== undefined) return answer({ errors: { image_url: picture.problem } }, 400)
  const saved = await saveProduct(
    { db },
    { actor, product: id === undefined ? undefined : { id, version: begun }, values },
  )
  if (saved.ok) {
    if (id === undefined) return redirect(`/admin/catalog/assessments/${saved.value.id}?listo=creado`)
    return answer({ saved: true, version: saved.value.version }, 200)
  }
  const failure = saved.error
  if (failure.code === 'not_found') throw data('Not found', 404)
  if (failure.code === 'invalid') return answer({ errors: failure.errors }, 400)
  if (failure.code === 'conflict') {
    const { conflict } = failure
    const at = formatDateTime(conflict.at)
    return answer({ values: conflict.values, version: conflict.version, conflict: { ...conflict, at } }, 409)
  }
  return answer({ errors: errorOf(failure.code, values) }, 400)
}

/** A product with values that the editor refuses cannot be copied: the page stays, with what was typed in its other form. */
async function duplicate(db: Services['db'], actor: Admin, id: string, form: FormData) {
  const copied = await duplicateProduct({ db }, { actor, id })
  if (copied.ok) return redirect(`/admin/catalog/assessments/${copied.value.id}?listo=duplicado`)
  const stored = await asActor(db, actor, tx => findEditedProduct(tx, id))
  const seen = version.safeParse(form.get('version'))
  if (!stored || copied.error.code === 'not_found') throw data('Not found', 404)
  return data<Answer>(
    {
      version: seen.success ? seen.data : stored.version,
      values: stored.values,
      errors: {},
      saved: false,
      message: 'No se duplicó: tiene datos que el editor no acepta. Corrígelos, guarda y vuelve a duplicarlo.',
      conflict: undefined,
    },
    409,
  )
}

type Refusal = Exclude<SaveProductFailure['code'], 'invalid' | 'conflict' | 'not_found'>

function errorOf(code: Refusal, values: ProductValues): Answer['errors'] {
  switch (code) {
    case 'slug_taken':
      return { slug: 'Ese slug es, o fue, de otro producto: elige otro' }
    case 'slug_fixed':
      return { slug: 'Este slug no cambia: de él depende la dirección /dama-assessment' }
    case 'sold_stays': {
      const shown = 'Ya se vendió: su tipo y su cuestionario se quedan. Para usar otros, duplica el producto'
      return values.type === 'assessment' ? { questionnaire: shown } : { type: shown }
    }
    case 'category_inactive':
    case 'category_in_use':
      return { category_id: 'Un producto activo necesita una categoría activa' }
    case 'unknown_category':
      return { category_id: 'Elige una categoría' }
    case 'unknown_questionnaire':
      return { questionnaire: 'Elige un cuestionario de la lista' }
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
  return { ...NEW_PRODUCT, ...texts, base_price_clp, agenda: readAgenda(form) }
}

/** Skips empty rows. */
function readAgenda(form: FormData): string {
  const column = (name: string) => form.getAll(name).map(value => (typeof value === 'string' ? cleanLines(value) : ''))
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
  const sent = chosenFile(form.get('picture'))
  const before = textOf(form, 'image_url')
  if (!sent) return { address: form.get('remove_picture') === 'si' ? '' : before }
  const photo = await makeCoverPhoto(Buffer.from(await sent.arrayBuffer()))
  if (!photo.ok) return { address: before, problem: PROBLEMS[photo.error.code] }
  return { address: await asActor(db, actor, tx => storePicture(tx, photo.value)) }
}
