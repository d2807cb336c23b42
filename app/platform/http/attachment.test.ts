import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachment, safeFileName } from './attachment.ts'

describe('the name of a downloaded file', () => {
  it.each([
    ['Informe de Ñandú & Cía.', 'Informe-de-Nandu-Cia.pdf', 'Informe%20de%20%C3%91and%C3%BA%20%26%20C%C3%ADa.pdf'],
    ['../../etc/passwd', 'etc-passwd.pdf', 'etc%20passwd.pdf'],
    ['a\r\nSet-Cookie: x=1', 'a-Set-Cookie-x-1.pdf', 'a%20Set-Cookie%20x%3D1.pdf'],
    ['(a)\'*!"b\\c', 'a-b-c.pdf', '%28a%29%27%20%21%20b%20c.pdf'],
    ['\u202egnp.exe', 'gnp.exe.pdf', 'gnp.exe.pdf'],
    ['שלום', 'archivo.pdf', '%D7%A9%D7%9C%D7%95%D7%9D.pdf'],
    ['\u0000\ud800 .', 'archivo.pdf', 'archivo.pdf'],
    ['x'.repeat(300), `${'x'.repeat(80)}.pdf`, `${'x'.repeat(80)}.pdf`],
  ])('%j has an ASCII fallback and a UTF-8 form', (name, plain, whole) => {
    expect(attachment(name, 'pdf')).toBe(`attachment; filename="${plain}"; filename*=UTF-8''${whole}`)
  })

  it('is one header and one path segment, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), typed => {
        expect(safeFileName(typed)).not.toMatch(/[/\\\p{Cc}]|^\.|^$/u)
        expect(attachment(typed, 'csv')).toMatch(
          /^attachment; filename="[\w.-]+\.csv"; filename\*=UTF-8''[\w%.~-]+\.csv$/,
        )
      }),
      { numRuns: 500 },
    )
  })
})
