import { describe, expect, it } from 'vitest'
import { otherKind } from './file-kind.server.ts'
import { archive, row, workbook } from './workbook.test-support.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))))
const OLE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

describe('the kind of a file', () => {
  it.each([
    ['image', bytes([0xff, 0xd8, 0xff, 0xe0], 'JFIF;a;b@x.cl\n;c')],
    ['image', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0])],
    ['image', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8')],
    ['image', bytes([0, 0, 0, 24], 'ftypheic')],
    ['pdf', bytes('%PDF-1.7\nNombre;Email')],
    ['old_excel', bytes(OLE, [0, 0, 0])],
    ['locked_excel', Buffer.concat([Buffer.from(OLE), Buffer.from('EncryptedPackage', 'utf16le')])],
    ['xml_excel', bytes('<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:x">')],
    ['html', bytes('  <html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>Fecha')],
    ['html', bytes('<table border=1><tr><td>Fecha</td>')],
    ['rich_text', bytes('{\\rtf1\\ansi Nombre;Email')],
    ['contacts', bytes('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana')],
    ['archive', bytes([0x1f, 0x8b, 8, 0])],
    ['binary', bytes('Nombre;Email\n\0\0\0a@x.cl')],
    ['binary', bytes([1, 2, 3, 4, 5, 6, 7, 14, 15, 16], 'a@x.cl')],
    ['empty', bytes('')],
    ['pdf', bytes('\r\n%PDF-1.4\nNombre;Email')],
    ['word', Buffer.concat([Buffer.from(OLE), Buffer.from('WordDocument', 'utf16le')])],
    ['slides', Buffer.concat([Buffer.from(OLE), Buffer.from('PowerPoint Document', 'utf16le')])],
    ['saved_mail', Buffer.concat([Buffer.from(OLE), Buffer.from('__substg1.0_', 'utf16le')])],
    ['saved_mail', bytes('From: Ana <ana@x.cl>\r\nTo: eva@x.cl\r\nSubject: Hola\r\nDate: hoy\r\n')],
    ['saved_mail', bytes('MIME-Version: 1.0\r\nX-Document-Type: Workbook\r\nContent-Type: multipart/related;\r\n')],
    ['html', bytes('<div><table><tr><td>Email</td></tr></table></div>')],
    ['html', Buffer.from('\ufeff<html><table><tr><td>Email', 'utf16le')],
    ['xml', bytes('<?xml version="1.0"?>\n<personas><correo>ana@x.cl')],
    ['xml', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
    ['json', bytes('[{"nombre":"Ana","email":"ana@x.cl"}]')],
    ['json', bytes('{"doc_id":"1","email":"ana@x.cl"}')],
    ['shortcut', bytes('[InternetShortcut]\r\nURL=https://docs.google.com/spreadsheets/d/1')],
    ['calendar', bytes('BEGIN:VCALENDAR\r\nATTENDEE:mailto:ana@x.cl')],
    ['old_sheet', bytes('ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"Email"')],
    ['old_sheet', bytes('TABLE\r\n0,1\r\n"EXCEL"\r\n')],
    ['binary', bytes('bplist00', [0xd4, 1], 'a@x.cl')],
    ['binary', bytes('PAR1', [0x15, 4], 'a@x.cl')],
    ['damaged', bytes('PK', [3, 4], 'roto')],
  ])('is told by its content: %s', (kind, content) => {
    expect(otherKind(content)).toBe(kind)
  })

  it('is told by the parts of its archive', async () => {
    const kindOf = async (files: Record<string, string>) => otherKind(await archive(files))
    expect(await kindOf({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' })).toBe('ods')
    expect(await kindOf({ 'Index/Document.iwa': '' })).toBe('numbers')
    expect(await kindOf({ '[Content_Types].xml': '', 'word/document.xml': '' })).toBe('word')
    expect(await kindOf({ '[Content_Types].xml': '', 'xl/workbook.bin': '' })).toBe('binary_excel')
    expect(await kindOf({ '[Content_Types].xml': '', '_rels/.rels': '<Relationships/>', 'a.fdseq': '' })).toBe(
      'archive',
    )
    expect(await kindOf({ 'lista.csv': 'Nombre;Email' })).toBe('archive')
    expect(otherKind(await workbook({ sheet: row(1, ['a']) }))).toBeUndefined()
  })

  it('is not damaged where an archive is ZIP64, by its end or by the sizes of its files', async () => {
    const whole = await workbook({ sheet: row(1, ['a']) })
    const end = whole.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
    const locator = Buffer.concat([Buffer.from('PK\x06\x07', 'latin1'), Buffer.alloc(16)])
    const ended = Buffer.concat([whole.subarray(0, end), locator, whole.subarray(end)])
    ended.fill(0xff, end + 20 + 8, end + 20 + 20)
    expect(otherKind(ended)).toBe('zip64')
    const sized = Buffer.from(whole)
    sized.fill(0xff, sized.readUInt32LE(end + 16) + 20, sized.readUInt32LE(end + 16) + 28)
    expect(otherKind(sized)).toBe('zip64')
  })

  it.each([
    'Nombre;Email\nAna;ana@x.cl',
    '\ufeffNombre;Email',
    'BM;Email\nAna;ana@x.cl',
    'ID;Email',
    'ID;PERSONA;EMAIL\nC;Ana;ana@x.cl',
    'TABLE;Email\n0,1;ana@x.cl',
    'From;Email\nAna;ana@x.cl',
    '<ana@x.cl>, <eva@x.cl>',
    '["Ana"];ana@x.cl',
    '{Ana};ana@x.cl',
    'Nombre\tEmail\r\nAna\v2\t\u001aana@x.cl',
    '<Ana> ana@x.cl',
    ' ',
  ])('is a text: %j', text => {
    expect(otherKind(Buffer.from(text))).toBeUndefined()
    expect(otherKind(Buffer.from(text, 'utf16le'))).toBeUndefined()
  })
})
