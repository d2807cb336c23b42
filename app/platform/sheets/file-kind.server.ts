import { decodeText, unicodeOf } from './encoding.ts'
import type { FileKind } from './file-notes.ts'
import { isZip64, openZip } from './zip.server.ts'

/** First bytes by which formats are told (their specifications, and the list of file(1)). */
const MAGIC: readonly (readonly [string, FileKind])[] = [
  ['\xff\xd8\xff', 'image'],
  ['\x89PNG', 'image'],
  ['GIF8', 'image'],
  ['II*\0', 'image'],
  ['MM\0*', 'image'],
  ['8BPS', 'image'],
  ['{\\rtf', 'rich_text'],
  ['\x1f\x8b', 'archive'],
  ['7z\xbc\xaf', 'archive'],
  ['Rar!', 'archive'],
  ['BZh', 'archive'],
  ['\xfd7zXZ', 'archive'],
  ['\x7fELF', 'program'],
  ['MZ\x90', 'program'],
  ['ID3', 'media'],
  ['OggS', 'media'],
  ['bplist0', 'binary'],
  ['PAR1', 'binary'],
]

/** Beginnings of texts that are no table. */
const MARKUP: readonly (readonly [RegExp, FileKind])[] = [
  [/^(?:<\?xml[^>]*>\s*)?(?:<\?mso-application[^>]*>\s*)?<(?:\w+:)?Workbook[\s>]/, 'xml_excel'],
  [/^(?:<\?xml[^>]*>\s*)?(?:<!--[^>]*-->\s*)?<(?:!doctype\s+html|html|head|meta|table|style|body)[\s>]/i, 'html'],
  [/^(?:<!--[^>]*-->\s*)?<(?:div|center|font|span|p|tr|tbody|thead)[\s>]/i, 'html'],
  [/^<(?:\?xml|svg)[\s>]/i, 'xml'],
  [/^BEGIN:VCARD/i, 'contacts'],
  [/^BEGIN:VCALENDAR/i, 'calendar'],
  [/^(?:\{\s*"[^"]*"\s*:|\[\s*\{\s*")/, 'json'],
  [/^\[InternetShortcut\]/i, 'shortcut'],
  [
    /^(?:(?:MIME-Version|Received|Return-Path|Delivered-To|Message-ID|Content-Type|From|To|Cc|Date|Subject|X-[\w-]+): .*\r?\n(?:[ \t].*\r?\n)*){2}/i,
    'saved_mail',
  ],
  [/^ID;P\w*(?:;\w+)*\r?\n(?:.*\r?\n)*?C;[XY]\d/, 'old_sheet'],
  [/^TABLE\r?\n0,1\r?\n/, 'old_sheet'],
]

/** What a compound file of Microsoft has in its directory, by the programs of Office before 2007. */
const COMPOUND: readonly (readonly [string, FileKind])[] = [
  ['EncryptedPackage', 'locked_excel'],
  ['WordDocument', 'word'],
  ['PowerPoint Document', 'slides'],
  ['__substg1.0_', 'saved_mail'],
]

/** Bytes of a file in which its kind is looked for. */
const LOOKED_AT = 4096
/** Bytes within which a PDF may begin. */
const PDF_WITHIN = 1024

/** Whether bytes begin as a ZIP archive does, which a workbook is. */
export const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] ?? 0) < 9

/** What a file is; undefined for a text and for a workbook. */
export function otherKind(bytes: Buffer): FileKind | undefined {
  if (bytes.length === 0) return 'empty'
  if (isZip(bytes)) return kindOfZip(bytes)
  const start = bytes.subarray(0, LOOKED_AT).toString('latin1')
  const magic = MAGIC.find(([begin]) => start.startsWith(begin))
  if (magic) return magic[1]
  if (bytes.subarray(0, PDF_WITHIN).includes('%PDF-')) return 'pdf'
  if (start.startsWith('\xd0\xcf\x11\xe0'))
    return COMPOUND.find(([name]) => bytes.includes(name, 0, 'utf16le'))?.[1] ?? 'old_excel'
  // Excel before 1997 wrote its records without a container.
  if (bytes[0] === 9 && (bytes[1] ?? 99) <= 8 && (bytes[2] ?? 99) <= 8 && bytes[3] === 0) return 'old_excel'
  if (/^RIFF.{4}WEBP/s.test(start) || (start.startsWith('BM') && start.slice(6, 10) === '\0\0\0\0')) return 'image'
  if (/^.{4}ftyp/s.test(start)) return /^.{8}(?:heic|heix|mif1|avif|msf1)/s.test(start) ? 'image' : 'media'
  if (/^RIFF/.test(start)) return 'media'
  const isWide = unicodeOf(bytes) !== undefined
  const begin = isWide ? decodeText(bytes.subarray(0, LOOKED_AT)).text : start.replace(/^\xef\xbb\xbf/, '')
  const markup = MARKUP.find(([pattern]) => pattern.test(begin.trimStart()))
  return markup?.[1] ?? (!isWide && isBinary(start) ? 'binary' : undefined)
}

const USUAL_CONTROLS = '\t\n\v\f\r\u001a'

/** Control characters that texts don't have; a few occur in exports of old programs. */
function isBinary(start: string): boolean {
  if (start.includes('\0')) return true
  const controls = Array.from(start).filter(character => character < ' ' && !USUAL_CONTROLS.includes(character))
  return controls.length > Math.max(3, start.length / 100)
}

/** The parts by which documents in ZIP archives are told. */
const PARTS: readonly (readonly [string, FileKind])[] = [
  ['xl/workbook.bin', 'binary_excel'],
  ['word/document.xml', 'word'],
  ['ppt/presentation.xml', 'slides'],
  ['Index/Document.iwa', 'numbers'],
  ['Index.zip', 'numbers'],
]

function kindOfZip(bytes: Buffer): FileKind | undefined {
  const archive = openZip(bytes)
  if (!archive) return isZip64(bytes) ? 'zip64' : 'damaged'
  const part = PARTS.find(([name]) => archive.has(name))
  if (part) return part[1]
  const type = archive.has('mimetype') ? (archive.read('mimetype')?.toString('latin1') ?? '') : ''
  if (type.includes('opendocument.spreadsheet')) return 'ods'
  if (type.includes('opendocument.text')) return 'word'
  if (type.includes('opendocument.presentation')) return 'slides'
  const relations = archive.has('_rels/.rels') ? (archive.read('_rels/.rels')?.toString('latin1') ?? '') : ''
  // Drawings and documents for print are packages of the same kind, without a workbook.
  return archive.has('xl/workbook.xml') || relations.includes('/relationships/officeDocument') ? undefined : 'archive'
}
