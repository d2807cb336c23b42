import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseRichText } from './rich-text.tsx'

describe('the text of a description', () => {
  it('has paragraphs and bold words', () => {
    expect(parseRichText('Recorre **ocho áreas**: todas.\n\nFin.')).toEqual([
      [
        { text: 'Recorre ', strong: false },
        { text: 'ocho áreas', strong: true },
        { text: ': todas.', strong: false },
      ],
      [{ text: 'Fin.', strong: false }],
    ])
  })

  it.each(['a**b', '**', 'a ** b ** c ** d'])('keeps an unpaired mark in %j', text => {
    expect(
      parseRichText(text)
        .flat()
        .some(segment => segment.text.includes('**')),
    ).toBe(true)
  })

  it('loses no character and turns nothing else into markup', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('*', '<', '>', '\n', ' ', 'a', '&') }), text => {
        const shown = parseRichText(text)
          .flat()
          .map(segment => segment.text)
          .join('')
        const letters = (input: string) => input.replace(/[\s*]/g, '')
        expect(letters(shown)).toBe(letters(text))
      }),
    )
  })
})
