import { data, Link } from 'react-router'
import { formatDateTime } from '#app/kernel/dates.ts'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { linkRuns } from '#app/mails/link-runs.ts'
import { readStoredMail } from '#app/platform/mail/file-transport.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/mailbox-message'
import { isLocalVisit } from './local-visit.server.ts'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.subject ?? 'Correo de demostración'} · Alhena` },
]

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { settings } = servicesOf(context)
  const mail =
    settings.demo && isLocalVisit(request, context) ? await readStoredMail(settings.dataDir, params.file) : undefined
  if (!mail) throw data(null, { status: 404 })
  return {
    to: mail.to,
    subject: mail.subject,
    at: mail.at,
    date: formatDateTime(new Date(mail.at)),
    runs: linkRuns(mail.text, settings.appUrl),
  }
}

export default function MailboxMessage({ loaderData: mail }: Route.ComponentProps) {
  let offset = 0
  return (
    <main id="contenido" tabIndex={-1} className="mx-auto w-full max-w-3xl px-4 py-10 sm:px-6">
      <PageHeading
        title={mail.subject}
        before={
          <Link to="/demo/correo" className="text-copper underline">
            Volver a los correos
          </Link>
        }
        description={
          <>
            <span>Para</span> <span className="wrap-anywhere">{mail.to}</span>
            <span>,</span> <time dateTime={mail.at}>{mail.date}</time>
          </>
        }
      />
      <Panel>
        <div className="max-w-prose whitespace-pre-wrap wrap-anywhere">
          {mail.runs.map(run => {
            const key = offset
            offset += run.text.length
            return run.href === undefined ? (
              <span key={key}>{run.text}</span>
            ) : (
              // A full page load: the mail's link may be an action of the server, not a page of the browser's router.
              <a key={key} href={run.href} className="text-copper underline wrap-anywhere">
                {run.text}
              </a>
            )
          })}
        </div>
      </Panel>
    </main>
  )
}
