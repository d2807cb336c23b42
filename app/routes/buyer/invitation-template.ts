import { data } from 'react-router'
import { TEMPLATE } from '#app/features/accesses/invitations/invitation-list.ts'
import { writeDelimited } from '#app/platform/sheets/delimited.ts'
import { writeXlsx } from '#app/platform/sheets/xlsx.server.ts'
import type { Route } from './+types/invitation-template'

const file = (body: string | Uint8Array<ArrayBuffer>, type: string, extension: string): Response =>
  new Response(body, {
    headers: {
      'Content-Type': type,
      'Content-Disposition': `attachment; filename="plantilla-invitaciones.${extension}"`,
    },
  })

/** The template of a list of people to invite; public. */
export function loader({ params: { format } }: Route.LoaderArgs): Response {
  switch (format) {
    case 'csv':
      return file(writeDelimited(TEMPLATE), 'text/csv; charset=utf-8', 'csv')
    case 'xlsx':
      return file(
        new Uint8Array(writeXlsx('Personas', TEMPLATE)),
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        'xlsx',
      )
    default:
      throw data('Not found', 404)
  }
}
