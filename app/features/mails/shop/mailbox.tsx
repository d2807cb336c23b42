import { data, Link } from 'react-router'
import { formatDateTime } from '#app/kernel/dates.ts'
import { DataTable } from '#app/kit/ui/data-table.tsx'
import { EmptyState } from '#app/kit/ui/empty-state.tsx'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { listStoredMails } from '#app/platform/mail/file-transport.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/mailbox'
import { seesMailbox } from './local-visit.server.ts'

const TITLE = 'Correo de demostración'

export const meta: Route.MetaFunction = () => [{ title: `${TITLE} · Alhena` }]

/** The mails that the demo stored instead of sending them. Outside of the demo, and where it sends them, this page does not exist. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (!seesMailbox(request, context)) throw data(null, { status: 404 })
  const mails = await listStoredMails(servicesOf(context).settings.dataDir)
  return {
    mails: mails.map(({ file, to, subject, at }) => ({ file, to, subject, at, date: formatDateTime(new Date(at)) })),
  }
}

export default function Mailbox({ loaderData }: Route.ComponentProps) {
  return (
    <main id="contenido" tabIndex={-1} className="mx-auto w-full max-w-5xl px-4 py-10 sm:px-6">
      <PageHeading
        title={TITLE}
        before={
          <Link to="/" className="text-copper underline">
            Volver a la tienda
          </Link>
        }
        description="En la demostración los correos no salen a internet: quedan aquí, del más nuevo al más antiguo. En una tienda real esta página no existe."
        actions={
          <Link to="." className="text-copper underline">
            Actualizar
          </Link>
        }
      />
      <Panel padding="flush">
        <DataTable
          caption="Correos enviados"
          rows={loaderData.mails}
          rowKey={mail => mail.file}
          columns={[
            {
              key: 'subject',
              header: 'Asunto',
              primary: true,
              cell: mail => (
                <Link to={`/demo/correo/${mail.file}`} className="text-copper underline wrap-anywhere">
                  {mail.subject}
                </Link>
              ),
            },
            {
              key: 'to',
              header: 'Para',
              inline: 'line',
              cell: mail => <span className="block wrap-anywhere sm:min-w-60">{mail.to}</span>,
            },
            {
              key: 'date',
              header: 'Fecha',
              align: 'end',
              inline: 'start',
              cell: mail => <time dateTime={mail.at}>{mail.date}</time>,
            },
          ]}
          empty={
            <EmptyState title="Todavía no hay correos" as="h2">
              Crea una cuenta, compra o invita a alguien: el correo aparecerá aquí unos segundos después.
            </EmptyState>
          }
        />
      </Panel>
    </main>
  )
}
