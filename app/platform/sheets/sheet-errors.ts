/** Errors of spreadsheets as their programs show them, in Spanish and in English; files of text carry them like any other text. */
const ERROR =
  /^(?:#(?:N\/[AD]|[¡!]?REF!|[¡!]?VALU?OR!|VALUE!|[¿?]?NOMBRE\?|NAME\?|[¡!]?DIV\/0!|[¡!]?NULO!|NULL!|[¡!]?N[UÚ]M!|DESBORDAMIENTO!|SPILL!|C[AÁ]LC!|CAMPO!|FIELD!|BLOQUEAD[OA]!|BLOCKED!|DESCONOCIDO!|UNKNOWN!|CONECTAR!|CONNECT!|OCUPADO!|BUSY!|GETTING_DATA|OBTENIENDO_DATOS|#+)|Err:\d{3}|#{3,})$/iu

/** Whether a cell shows an error instead of data. */
export const isSheetError = (text: string): boolean => ERROR.test(text.trim())
