import { data, redirect } from 'react-router'
import { storeStatement } from '#app/features/bank-statements/import/import-statement.server.ts'
import {
  MAX_STATEMENT_BYTES,
  STATEMENT_TOO_LARGE,
  statementFields,
} from '#app/features/bank-statements/import/statement-texts.ts'
import { listAccounts } from '#app/features/bank-statements/import/statements.server.ts'
import { actorOf, requireRole } from '#app/features/identity/session.server.ts'
import { cutText } from '#app/kernel/text.ts'
import { answerRefusals } from '#app/kit/forms/answer-form.server.ts'
import { schemaOf } from '#app/kit/forms/schema.ts'
import { UploadForm } from '#app/kit/forms/upload-form.tsx'
import { useForm } from '#app/kit/forms/use-form.ts'
import { Breadcrumbs } from '#app/kit/ui/breadcrumbs.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { TextField } from '#app/kit/ui/text-field.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { postedForm } from '#app/platform/http/posted-form.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/statement-upload'

export const meta: Route.MetaFunction = () => [{ title: 'Subir cartola · Administración · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const user = await requireRole(args, ['admin'])
  const { db } = servicesOf(args.context)
  return { accounts: await readAs(db, actorOf(user), listAccounts) }
}

const accountSchema = schemaOf(statementFields.account)

export async function action(args: Route.ActionArgs) {
  const { id: userId } = await requireRole(args, ['admin'])
  const { db, uploads, now } = servicesOf(args.context)
  const form = await postedForm(args.request)
  const typed = form.get('account')
  const values = { account: typeof typed === 'string' ? cutText(typed, 200) : '' }
  const account = accountSchema.safeParse(values.account)
  if (!account.success) {
    const [issue] = account.error.issues
    return data({ values, errors: { account: issue?.message ?? '' } }, 400)
  }
  const actor = { kind: 'admin', userId } as const
  const input = { actor, account: account.data, file: form.get('file'), now: now() }
  const store = async () => redirect(`/admin/finance/transfers/upload/${await storeStatement({ db, uploads }, input)}`)
  return answerRefusals(store, { values })
}

/** First the file, then its dry run. */
export default function StatementUpload({ loaderData: { accounts }, actionData }: Route.ComponentProps) {
  const { ref, field, errors } = useForm(statementFields, actionData)
  return (
    <>
      <PageHeading
        title="Subir cartola"
        description="Leemos los abonos y buscamos las órdenes que pagan. Nada se guarda hasta que revises cómo la leímos."
        before={
          <Breadcrumbs items={[{ label: 'Transferencias', to: '/admin/finance/transfers' }, { label: 'Subir' }]} />
        }
      />
      <Panel className="max-w-2xl">
        <UploadForm
          formRef={ref}
          before={
            <>
              <TextField
                {...field('account', accounts.length === 1 ? accounts[0]?.name : undefined)}
                list="bank-accounts"
              />
              <datalist id="bank-accounts">
                {accounts.map(({ id, name }) => (
                  <option key={id} value={name} />
                ))}
              </datalist>
            </>
          }
          file={{
            label: 'Cartola',
            hint: 'CSV o XLSX, hasta 2 MB. Puedes subir una cartola que repite días: cada abono entra una vez.',
            maxBytes: MAX_STATEMENT_BYTES,
            tooLarge: STATEMENT_TOO_LARGE,
            error: errors.file,
          }}
          submit="Revisar la cartola"
          pendingLabel="Leyendo…"
        />
      </Panel>
    </>
  )
}
