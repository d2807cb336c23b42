import { Link } from 'react-router'
import { listLegalVersions } from '#app/features/texts/texts.server.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { Badge } from '#app/kit/ui/badge.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { Panel } from '#app/kit/ui/panel.tsx'
import { contentEditor } from '#app/layouts/admin/content-editor.server.ts'
import { ContentPage } from '#app/layouts/admin/content-page.tsx'
import { readAs } from '#app/platform/database/actor.server.ts'
import { legalDocument } from '#app/platform/legal/legal.ts'
import { LEGAL_PAGES } from '#app/platform/legal/legal-pages.ts'
import { LEGAL_KEYS, type LegalKey } from '#app/platform/legal/legal-schema.ts'
import { servicesOf } from '#app/platform/services/services.server.ts'
import type { Route } from './+types/legal'

export const meta: Route.MetaFunction = () => [{ title: 'Textos legales · Contenidos · Alhena' }]

/** Who stores which version was shown. */
const STORED_BY: Record<LegalKey, string> = {
  privacy_respondents: 'Cada evaluación guarda la versión que se mostró.',
  processing_agreement: 'Cada orden para una empresa guarda la versión aceptada.',
  purchase_terms: 'Cada orden y cotización guarda la versión aceptada.',
  cookies_analytics: 'Cada permiso para medir guarda su versión.',
}

export async function loader(args: Route.LoaderArgs) {
  const editor = await contentEditor(args)
  const rows = await readAs(servicesOf(args.context).db, editor, tx =>
    Promise.all(
      LEGAL_KEYS.map(async key => {
        const versions = await listLegalVersions(tx, key)
        const { title, templateNotice } = legalDocument(key)
        const [newest] = versions
        return {
          key,
          title,
          reviewed: templateNotice === undefined,
          page: LEGAL_PAGES[key],
          storedBy: STORED_BY[key],
          version: newest?.version ?? 0,
          publishedAt: newest?.published_at,
          publisher: newest?.publisher ?? null,
          versions: versions.map(({ version }) => version),
        }
      }),
    ),
  )
  return { rows }
}

type Row = Route.ComponentProps['loaderData']['rows'][number]

const COLUMNS: Column<Row>[] = [
  {
    key: 'title',
    header: 'Texto',
    primary: true,
    cell: row => (
      <>
        <Link to={row.page} className="underline-offset-4 hover:text-copper hover:underline">
          {row.title}
        </Link>
        <span className="block text-sm font-normal text-muted">{row.storedBy}</span>
      </>
    ),
  },
  { key: 'version', header: 'Versión', align: 'end', cell: row => row.version },
  {
    key: 'published',
    header: 'Publicada',
    cell: row =>
      row.publishedAt ? `${formatDate(row.publishedAt)}, ${row.publisher ?? 'la plataforma'}` : 'Con la plataforma',
  },
  {
    key: 'status',
    header: 'Estado',
    inline: 'start',
    cell: row => (row.reviewed ? <Badge tone="good">Revisado</Badge> : <Badge tone="fair">Plantilla</Badge>),
  },
  {
    key: 'versions',
    header: 'Leer',
    inline: 'end',
    cell: row => (
      <span className="flex flex-wrap gap-x-3">
        {row.versions.map(version => (
          <Link
            key={version}
            to={`/legal/${row.page}/${version}`}
            aria-label={`v${version} de ${row.title}`}
            className="inline-flex min-h-9 items-center text-copper underline-offset-4 hover:underline"
          >
            {`v${version}`}
          </Link>
        ))}
      </span>
    ),
  },
]

/** The legal texts with every version that was ever shown. */
export default function AdminLegal({ loaderData: { rows } }: Route.ComponentProps) {
  return (
    <ContentPage description="Cada cambio es una versión nueva con su fecha. Las anteriores se pueden leer siempre, y lo que cada persona aceptó queda con su versión.">
      <Panel padding="flush">
        <DataTable caption="Textos legales" columns={COLUMNS} rows={rows} rowKey={row => row.key} />
      </Panel>
    </ContentPage>
  )
}
