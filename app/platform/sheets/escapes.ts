const ESCAPE = /_x([\da-f]{4})_/gi

/**
 * A text of a workbook as its program shows it: `_x000D_` stands for a character by its number, and `_x005F_` for an underscore that is one
 * (ST_Xstring, ECMA-376, part 1, section 22.9.2.19).
 */
export const unescapeText = (text: string): string =>
  text.includes('_x') || text.includes('_X')
    ? text.replaceAll(ESCAPE, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text

/** A text that a workbook's reader takes as it is, although it looks like an escape. */
export const escapeText = (text: string): string => text.replaceAll(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
