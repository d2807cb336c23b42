/**
 * A column of bytes that may be in the object store instead: then it is null, and the column of its digest (SHA-256, hex) is not. Tables
 * are in the schema `public`.
 */
export type FileColumn = {
  table: 'product_pictures' | 'tax_document_files'
  /** The primary key. */
  id: string
  bytes: string
  digest: string
  /** Media type. */
  type: string
  /** The object's key is `prefix`, the row's id or the digest, and `suffix`. */
  prefix: string
  keyedBy: 'id' | 'digest'
  suffix: string
  /** The statement that makes a row (`$1`, its id) forget a file that the store has lost. */
  forget: string
}

const PICTURE = {
  table: 'product_pictures',
  id: 'id',
  type: 'image/webp',
  prefix: 'pictures/',
  keyedBy: 'id',
  // One size alone is no picture.
  forget: 'delete from public.product_pictures where id = $1',
} as const
const DOCUMENT = { table: 'tax_document_files', id: 'document_id', prefix: 'documents/', keyedBy: 'digest' } as const

const forgetDocument = (format: 'pdf' | 'xml') =>
  `with file as (update public.tax_document_files set ${format}_sha256 = null where document_id = $1 returning document_id)
   update public.tax_documents set has_${format} = false where id in (select document_id from file)`

/** Every column whose bytes may be in the object store. */
export const FILE_COLUMNS = {
  widePicture: { ...PICTURE, bytes: 'wide', digest: 'wide_sha256', suffix: '-1280.webp' },
  cardPicture: { ...PICTURE, bytes: 'card', digest: 'card_sha256', suffix: '-640.webp' },
  documentPdf: {
    ...DOCUMENT,
    bytes: 'pdf',
    digest: 'pdf_sha256',
    type: 'application/pdf',
    suffix: '.pdf',
    forget: forgetDocument('pdf'),
  },
  documentXml: {
    ...DOCUMENT,
    bytes: 'xml',
    digest: 'xml_sha256',
    type: 'application/xml',
    suffix: '.xml',
    forget: forgetDocument('xml'),
  },
} as const satisfies Record<string, FileColumn>

/** Where a file's bytes are: in its row, or under a key of the object store, with their SHA-256 (hex). */
export type FileLocation = { bytes: Buffer } | { key: string; digest: string }

export const keyOf = ({ prefix, keyedBy, suffix }: FileColumn, of: { id: string; digest: string }): string =>
  `${prefix}${of[keyedBy]}${suffix}`

/** Where a file is, by its row; undefined: there is none. */
export function fileLocation(
  column: FileColumn,
  row: { id: string; bytes: Buffer | null; digest: string | null } | undefined,
): FileLocation | undefined {
  if (!row) return undefined
  if (row.bytes) return { bytes: row.bytes }
  return row.digest === null
    ? undefined
    : { key: keyOf(column, { id: row.id, digest: row.digest }), digest: row.digest }
}
