import { data, Link } from 'react-router'
import { formatDateTime } from '#app/kernel/dates.ts'
import { PageHeading } from '#app/kit/ui/page-heading.tsx'
import { TAB_LINK, TabList } from '#app/kit/ui/tab-list.tsx'
import { linkRuns, type TextRun } from '#app/mails/link-runs.ts'
import { readStoredMail } from '#app/platform/mail/file-transport.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/mailbox-message'
import { framedMail } from './framed-mail.ts'
import { seesMailbox } from './local-visit.server.ts'

/** The parameter that shows a mail's text instead of its design. */
const FORMAT = 'formato'
const TEXT = 'texto'

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.subject ?? 'Correo de demostración'} · Alhena` },
]

export async function loader({ params, request, context, url }: Route.LoaderArgs) {
  const { settings } = servicesOf(context)
  const mail = seesMailbox(request, context) ? await readStoredMail(settings.dataDir, params.file) : undefined
  if (!mail) throw data(null, { status: 404 })
  const { to, subject, at, text, html } = mail
  const isText = url.searchParams.get(FORMAT) === TEXT
  return {
    to,
    subject,
    at,
    date: formatDateTime(new Date(at)),
    runs: isText ? linkRuns(text, settings.appUrl) : undefined,
    html: framedMail(html, settings.appUrl),
  }
}

export default function MailboxMessage({ loaderData: mail }: Route.ComponentProps) {
  const isText = mail.runs !== undefined
  return (
    <main id="contenido" tabIndex={-1} className="mx-auto w-full max-w-3xl px-4 pt-6 pb-8 sm:px-6">
      <PageHeading
        compact
        title={mail.subject}
        before={
          <Link to="/demo/correo" className="text-copper underline underline-offset-4">
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
      <TabList label="Formatos del correo" shown={isText ? TEXT : ''} className="mb-4">
        <FormatTab to="." label="Diseño" isShown={!isText} />
        <FormatTab to={`?${FORMAT}=${TEXT}`} label="Texto" isShown={isText} />
      </TabList>
      <div className="min-h-[max(26rem,calc(100dvh-17rem))] rounded-lg border border-line bg-surface">
        {mail.runs ? <MailText runs={mail.runs} /> : <MailFrame subject={mail.subject} html={mail.html} />}
      </div>
    </main>
  )
}

const FormatTab = ({ to, label, isShown }: { to: string; label: string; isShown: boolean }) => (
  <li>
    <Link to={to} replace preventScrollReset aria-current={isShown ? 'page' : undefined} className={TAB_LINK}>
      {label}
    </Link>
  </li>
)

/** A mail as its reader gets it, in a document that can run nothing and whose links leave it for a tab of their own. */
const MailFrame = ({ subject, html }: { subject: string; html: string }) => (
  <iframe
    title={`Correo: ${subject}`}
    sandbox="allow-popups allow-popups-to-escape-sandbox"
    srcDoc={html}
    className="block h-[max(26rem,calc(100dvh-17rem))] w-full rounded-lg"
  />
)

function MailText({ runs }: { runs: readonly TextRun[] }) {
  let offset = 0
  return (
    <div className="max-w-prose p-5 whitespace-pre-wrap wrap-anywhere sm:p-6">
      {runs.map(run => {
        const key = offset
        offset += run.text.length
        return run.href === undefined ? (
          <span key={key}>{run.text}</span>
        ) : (
          // As mail programmes do, in a tab of its own.
          <a key={key} href={run.href} target="_blank" rel="noopener" className="text-copper underline wrap-anywhere">
            {run.text}
          </a>
        )
      })}
    </div>
  )
}
