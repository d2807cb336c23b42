import { HEAD, MAIN } from './workbook-xml.ts'

/** Places in the list of formats of `STYLES`. */
export const HEAD_STYLE = 1
export const DATE_STYLE = 2
export const TEXT_STYLE = 3
export const DAY_STYLE = 4
export const QUOTED_STYLE = 5
export const RULED_STYLE = 6
export const RULED_QUOTED_STYLE = 7
/** Numbers at the top of their row, with as many decimals as their place, and the head of a column of those with some. */
export const NUMBER_STYLES = [8, 9, 10] as const
export const NUMBER_HEAD_STYLE = 11

/**
 * The house's ink on a quiet ground for the first row, days of Chile, and texts that wrap at their top. 'Normal' and the font of each format are
 * named, because LibreOffice takes its own font of 10 points where they are not.
 */
export const STYLES = `${HEAD}<styleSheet ${MAIN}><numFmts count="3"><numFmt numFmtId="164" formatCode="dd\\-mm\\-yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="dd\\-mm\\-yyyy"/><numFmt numFmtId="166" formatCode="0.0"/></numFmts><fonts count="2"><font><sz val="11"/><color rgb="FF10233A"/><name val="Calibri"/></font><font><b/><sz val="11"/><color rgb="FF10233A"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFF3F0EA"/></patternFill></fill></fills><borders count="3"><border/><border><bottom style="thin"><color rgb="FF10233A"/></bottom></border><border><left style="thin"><color rgb="FFB9B4AA"/></left><right style="thin"><color rgb="FFB9B4AA"/></right><top style="thin"><color rgb="FFB9B4AA"/></top><bottom style="thin"><color rgb="FFB9B4AA"/></bottom></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="12"><xf xfId="0"/><xf xfId="0" fontId="1" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf xfId="0" fontId="0" applyFont="1" numFmtId="164" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" vertical="top"/></xf><xf xfId="0" fontId="0" applyFont="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf xfId="0" fontId="0" applyFont="1" numFmtId="165" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="left" vertical="top"/></xf><xf xfId="0" fontId="0" applyFont="1" quotePrefix="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf xfId="0" fontId="0" applyFont="1" borderId="2" applyBorder="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf xfId="0" fontId="0" applyFont="1" quotePrefix="1" borderId="2" applyBorder="1" applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf><xf xfId="0" fontId="0" applyFont="1" applyAlignment="1"><alignment horizontal="right" vertical="top" indent="1"/></xf><xf xfId="0" fontId="0" applyFont="1" numFmtId="166" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="right" vertical="top" indent="1"/></xf><xf xfId="0" fontId="0" applyFont="1" numFmtId="2" applyNumberFormat="1" applyAlignment="1"><alignment horizontal="right" vertical="top" indent="1"/></xf><xf xfId="0" fontId="1" fillId="2" borderId="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"><alignment horizontal="right" vertical="top" wrapText="1" indent="1"/></xf></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
