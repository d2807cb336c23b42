import { expect, it, onTestFinished } from 'vitest'
import { contextOf, openPerson } from '#app/features/identity/accounts.test-support.ts'
import { openTestAccounts } from '#tests/support/accounts.ts'
import { createPaidItem, findProduct } from '#tests/support/factories.ts'
import { answerDashboard } from './dashboard-action.server.ts'

// Texts of the error catalogue for steps that the database itself refuses (specification 2, section 8).

const { database, accounts } = await openTestAccounts()
const { ownerPool } = database

/** The owner's access of a new purchase, and what posts the dashboard's forms as its owner. */
async function openPurchase() {
  const { user, cookie } = await openPerson(accounts, database)
  const product = await findProduct(ownerPool)
  const item = await createPaidItem(ownerPool, { userId: user.id, productId: product.id, mode: 'self' })
  const found = await ownerPool.query<{ id: string }>('select id from user_accesses where order_item_id = $1', [
    item.item_id,
  ])
  const accessId = found.rows[0]?.id ?? ''
  const post = async (intent: 'start' | 'finish') => {
    const url = new URL('http://shop.test/account/dashboard')
    const body = new URLSearchParams({ intent, accessId })
    const request = new Request(url, { method: 'POST', headers: { cookie }, body })
    const args = { request, url, params: {}, context: contextOf(accounts, database) }
    return answerDashboard(args as never)
  }
  return { accessId, post }
}

/** Makes the database refuse something until the test is over. */
async function refuse(statement: string, undone: string) {
  await ownerPool.query(statement)
  onTestFinished(async () => void (await ownerPool.query(undone)))
}

const failure = (title: string) => ({ data: { ok: false, notice: { title, tone: 'error' } }, init: { status: 500 } })

// shows: A8.8
it("says that the existing assessment can't be verified where its look-up fails", async () => {
  const { post } = await openPurchase()
  await refuse('revoke select on user_accesses from alhena_app', 'grant select on user_accesses to alhena_app')
  expect(await post('start')).toMatchObject(failure('Error al verificar assessment existente'))
})

// shows: A8.15
it("says that the access can't be updated, and leaves the run open", async () => {
  const { accessId, post } = await openPurchase()
  await post('start')
  await ownerPool.query(
    `insert into run_answers (run_id, field, option, client_seq)
     select id, 'q1_mission_alignment', 3, 1 from assessment_runs where validated_access_id = $1`,
    [accessId],
  )
  await refuse(
    `create function refuse_completion() returns trigger language plpgsql as
     $$ begin if new.status = 'completed' then raise exception 'refused'; end if; return new; end $$;
     create trigger refuse_completion before update on user_accesses for each row execute function refuse_completion()`,
    'drop trigger refuse_completion on user_accesses; drop function refuse_completion()',
  )
  expect(await post('finish')).toMatchObject(failure('Error al actualizar acceso'))
  const run = await ownerPool.query('select status from assessment_runs where validated_access_id = $1', [accessId])
  expect(run.rows).toEqual([{ status: 'in_progress' }])
})
