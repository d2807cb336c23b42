import { Link } from 'react-router'
import { listChangedMails } from '#app/features/texts/texts.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'
import { countOf } from '#app/kernel/format.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { ContentPage } from '#app/layouts/admin/content-page.tsx'
import { mailTexts } from '#app/mails/live-mails.ts'
import { mailParams } from '#app/mails/mail-params.ts'
import { inWords } from '#app/mails/mail-words.ts'
import { COMMON_KEY, EDITED_MAILS, isEditedKey, type MailTemplate } from '#app/mails/mails.ts'
import { readAs } from '#app/platform/database/actor.server.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/emails'

export const meta: Route.MetaFunction = () => [{ title: 'Correos · Contenidos · Alhena' }]

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const changed = await readAs(servicesOf(args.context).db, editor, listChangedMails)
  const rows = [COMMON_KEY, ...Object.keys(mailParams)].filter(isEditedKey).map(template => ({
    template,
    ...EDITED_MAILS[template],
    subject: template === COMMON_KEY ? undefined : usualSubject(template),
    changed: changed.find(({ key }) => key === template),
  }))
  return { rows }
}

/** The subject as far as it depends on nothing that a mail may have. */
const usualSubject = (template: MailTemplate): string =>
  inWords(
    mailTexts(template)
      .subject.filter(part => part.when.length === 0)
      .map(part => part.text)
      .join(''),
  )

type Row = Route.ComponentProps['loaderData']['rows'][number]

const COLUMNS: Column<Row>[] = [
  {
    key: 'name',
    header: 'Correo',
    primary: true,
    cell: row => (
      <>
        <Link to={row.template} className="underline-offset-4 hover:text-copper hover:underline">
          {row.name}
        </Link>
        <span className="block text-sm font-normal text-muted">{row.when}</span>
      </>
    ),
  },
  {
    key: 'subject',
    header: 'Asunto',
    inline: 'start',
    cell: row => <span className="wrap-anywhere">{row.subject}</span>,
  },
  {
    key: 'changed',
    header: 'Texto',
    inline: 'end',
    cell: row =>
      row.changed ? (
        <Badge tone="copper">{`Cambiado el ${formatDateTime(row.changed.updated_at)}`}</Badge>
      ) : (
        <span className="text-muted">Original</span>
      ),
  },
]

/** Every mail that the shop sends. */
export default function AdminEmails({ loaderData: { rows } }: Route.ComponentProps) {
  const changed = rows.filter(row => row.changed).length
  return (
    <ContentPage
      description={`${countOf(rows.length - 1, 'correo', 'correos')}, ${countOf(changed, 'con texto propio', 'con texto propio')}. Un cambio vale desde el próximo envío.`}
    >
      <Panel padding="flush">
        <DataTable caption="Correos que envía la tienda" columns={COLUMNS} rows={rows} rowKey={row => row.template} />
      </Panel>
    </ContentPage>
  )
}
