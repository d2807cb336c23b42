import { data } from 'react-router'
import { TEMPLATE } from '#app/features/accesses/invitations/invitation-list.ts'
import { writeDelimited } from '#app/platform/sheets/delimited.ts'
import { writeWorkbook } from '#app/platform/sheets/workbook.server.ts'
import type { Route } from './+types/invitation-template'

const file = (body: string | Uint8Array<ArrayBuffer>, type: string, extension: string): Response =>
  new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="plantilla-invitaciones.${extension}"`,
    },
  })

/** The template of a list of people to invite; public. */
export async function loader({ params: { format } }: Route.LoaderArgs): Promise<Response> {
  const [head = [], ...rows] = TEMPLATE
  switch (format) {
    case 'csv':
      return file(writeDelimited(TEMPLATE), 'text/csv; charset=utf-8', 'csv')
    case 'xlsx':
      return file(
        await writeWorkbook([{ name: 'Personas', columns: head.map(label => ({ label, width: 24 })), rows }]),
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'xlsx',
      )
    default:
      throw data('Not found', 404)
  }
}
