import { attachment } from '#app/platform/http/attachment.ts'

/** A workbook to download. @param name of the file, without its ending */
export const workbookAnswer = (workbook: BodyInit, name: string): Response =>
  new Response(workbook, {
    headers: {
      'Content-Type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'Content-Disposition': attachment(name, 'xlsx'),
    },
  })
