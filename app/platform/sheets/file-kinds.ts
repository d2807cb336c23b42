/** What a file is that is no list, by its content: people rename files, and banks call web pages `.xls`. */
export const FILE_KINDS = {
  pdf: 'es un PDF',
  image: 'es una imagen',
  old_excel: 'es una planilla de Excel antiguo (.xls)',
  locked_excel: 'es una planilla con contraseña',
  binary_excel: 'es una planilla binaria de Excel (.xlsb)',
  ods: 'es una planilla de LibreOffice (.ods)',
  numbers: 'es una planilla de Numbers',
  word: 'es un documento de Word',
  slides: 'es una presentación',
  xml_excel: 'es una planilla XML de Excel 2003',
  html: 'es una página web (HTML), aunque su nombre diga otra cosa',
  rich_text: 'es un texto con formato (RTF)',
  contacts: 'es una tarjeta de contactos (vCard)',
  archive: 'es un archivo comprimido',
  program: 'es un programa',
  media: 'es un audio o un video',
  binary: 'no es un texto ni una planilla',
  zip64: 'está comprimido como archivo gigante (ZIP64)',
  damaged: 'la planilla está dañada',
  too_complex: 'tiene demasiadas celdas o partes para una lista',
} as const
export type FileKind = keyof typeof FILE_KINDS
