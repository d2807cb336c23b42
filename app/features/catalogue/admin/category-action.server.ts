import { data, redirect } from 'react-router'
import { z } from 'zod'
import { CATEGORY_FIELD_NAMES, type CategoryField, NEW_CATEGORY } from '#app/features/catalogue/category-form.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { cleanLines } from '#app/kit/forms/text.ts'
import type { Actor } from '#app/platform/database/actor.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import type { Services } from '#app/platform/services/services.server.ts'
import type { EditorAnswer } from './editor-answer.ts'
import { saveCategory } from './manage-category.server.ts'

type Answer = EditorAnswer<CategoryField>

const version = z.coerce.number().int().min(1).max(2_147_483_647)

/**
 * Creates or updates a category from its editor. @param id undefined: a new one. @throws 400 when the body is not such
 * a form, 404 without the category.
 */
export async function categoryAction(
  { db }: Pick<Services, 'db'>,
  actor: Extract<Actor, { kind: 'admin' }>,
  request: Request,
  id: string | undefined,
) {
  const form = await postedForm(request)
  const base = id === undefined ? undefined : version.safeParse(form.get('version'))
  if (form.get('intent') !== 'save' || base?.success === false) throw data('Bad request', 400)
  const begun = base?.data ?? 0
  const texts = CATEGORY_FIELD_NAMES.map(name => {
    const value = form.get(name)
    return [name, typeof value === 'string' ? cleanLines(value) : '']
  })
  const values = { ...NEW_CATEGORY, ...Object.fromEntries(texts) }
  const answer = (input: Partial<Answer>, status: number) =>
    data<Answer>(
      { version: begun, values, errors: {}, saved: false, message: '', conflict: undefined, ...input },
      status,
    )
  const category = id === undefined ? undefined : { id, version: begun }
  const saved = await saveCategory({ db }, { actor, category, values })
  if (saved.ok) {
    if (id === undefined) return redirect('/admin/catalog/categories?listo=creada')
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
  if (failure.code === 'slug_taken') {
    return answer({ errors: { slug: 'Ese slug es, o fue, de otra categoría: elige otro' } }, 400)
  }
  if (failure.code === 'category_in_use') return answer({ errors: { status: IN_USE } }, 400)
  return answer({ message: 'No se guardó: algo cambió en el catálogo. Recarga la página y revisa tus cambios.' }, 409)
}

const IN_USE = 'Tiene productos activos: muévelos a otra categoría o archívalos antes de desactivarla'
