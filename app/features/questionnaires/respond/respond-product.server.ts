import type { Kysely } from 'kysely'
import { z } from 'zod'
import { DAMA_SLUG } from '#app/features/questionnaires/questionnaire.ts'
import { findProductBySlug } from '#app/features/questionnaires/runs/runs.db.server.ts'
import type { StageProduct } from '#app/features/questionnaires/stage.ts'
import type { DB } from '#app/platform/database/schema.ts'

/** /dama-assessment contains no slug: it is its own. */
const slugSchema = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{1,79}$/)
  .default(DAMA_SLUG)

/**
 * The product whose questionnaire the address serves.
 * @throws 404 when there is none, as for a workshop.
 */
export async function productOf(
  db: Kysely<DB>,
  params: { slug?: string | undefined },
): Promise<StageProduct & { id: string; questionnaireId: string }> {
  const slug = slugSchema.safeParse(params.slug)
  const product = slug.success ? await findProductBySlug(db, slug.data) : undefined
  if (!product?.questionnaire_id) throw new Response('Not found', { status: 404 })
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    onSale: product.status === 'active',
    questionnaireId: product.questionnaire_id,
  }
}
