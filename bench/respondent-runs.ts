import type { Pool } from 'pg'
import { newToken } from '#app/platform/http/token-cookie.server.ts'
import { digestOf } from '#app/platform/secrets/shop-secrets.server.ts'
import { createInvitation, createPaidItem, createProfile, findProduct } from '#tests/support/factories.ts'

/** `token` is the respondent's cookie. */
export type Run = { id: string; accessId: string; token: string }

/** Started runs of the DAMA questionnaire, each of an invited person with a session of their own. */
export async function createRuns(ownerPool: Pool, count: number): Promise<Run[]> {
  const buyer = await createProfile(ownerPool)
  const product = await findProduct(ownerPool)
  const item = await createPaidItem(ownerPool, { userId: buyer.id, productId: product.id, seats: count + 1 })
  const runs: Run[] = []
  for (let index = 0; index < count; index += 1) {
    const access = await createInvitation(ownerPool, { itemId: item.item_id, userId: buyer.id })
    const token = newToken()
    await ownerPool.query("update user_accesses set status = 'in_use', accessed_at = now() where id = $1", [access.id])
    await ownerPool.query(
      "insert into respondent_sessions (token_hash, access_id, expires_at) values ($1, $2, now() + interval '1 day')",
      [digestOf(token), access.id],
    )
    const { rows } = await ownerPool.query<{ id: string }>(
      `insert into assessment_runs (full_name, corporate_email, position, organizational_unit, data_role, company_name, invitation_code,
         validated_access_id, questionnaire_id, questionnaire_version, privacy_notice_version)
       values ('Ana Rojas', 'ana@example.cl', 'Analista', 'Datos', 'Usa datos', 'Empresa', $1, $2, 'dama-dmbok2', 1, '1') returning id`,
      [access.access_code, access.id],
    )
    runs.push({ id: rows[0]?.id ?? '', accessId: access.id, token })
  }
  return runs
}
