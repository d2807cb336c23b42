import { describe, expect, it } from 'vitest'
import { distributionOf, meanWord, readCommentsPage } from './product-ratings.ts'
import { moderationForm, ratingForm } from './rate-access.server.ts'
import { monthText } from './reviews.ts'

describe('a distribution', () => {
  it('has all five values, the best first, with shares in percent', () => {
    expect(
      distributionOf([
        { rating: 5, ratings: 2 },
        { rating: 1, ratings: 1 },
      ]),
    ).toEqual([
      { value: 5, count: 2, percent: 67 },
      { value: 4, count: 0, percent: 0 },
      { value: 3, count: 0, percent: 0 },
      { value: 2, count: 0, percent: 0 },
      { value: 1, count: 1, percent: 33 },
    ])
  })
})

it.each([
  [1, 'Muy malo'],
  [2.49, 'Malo'],
  [3.5, 'Bueno'],
  [4.6, 'Excelente'],
])('words %s as "%s"', (mean, word) => {
  expect(meanWord(mean)).toBe(word)
})

it.each([
  ['', 1],
  ['opiniones=2', 2],
  ['opiniones=0', 1],
  ['opiniones=-1', 1],
  ['opiniones=1000', 1],
  ['opiniones=x&opiniones=3', 1],
])('parses the page of "%s" as %s', (query, page) => {
  expect(readCommentsPage(new URLSearchParams(query))).toBe(page)
})

it('formats a month in words', () => {
  expect(monthText('2026-11-01')).toBe('noviembre de 2026')
})

describe('the form of a rating', () => {
  it('accepts a value from 1 to 5 only', () => {
    expect(ratingForm.parse({ rating: '4' })).toEqual({ rating: 4, comment: '', show_name: false })
    for (const rating of [undefined, '', '0', '6', '1.5', 'x']) {
      expect(ratingForm.safeParse({ rating }).success, String(rating)).toBe(false)
    }
  })

  it('stores a comment as plain text, up to a thousand characters', () => {
    const commentOf = (comment: string) => ratingForm.safeParse({ rating: '5', comment }).data?.comment
    expect(commentOf(' <b>Hola</b>\r\n\r\n\r\n\u0000chao \u202E ')).toBe('<b>Hola</b>\n\n chao')
    expect(commentOf('a'.repeat(1000))).toHaveLength(1000)
    expect(commentOf('a'.repeat(1001))).toBeUndefined()
  })

  it('shows the name only when the box was ticked', () => {
    expect(ratingForm.parse({ rating: '5', show_name: 'si' }).show_name).toBe(true)
    expect(ratingForm.parse({ rating: '5', show_name: 'otra cosa' }).show_name).toBe(false)
  })
})

it('requires a reason to hide', () => {
  const review = '00000000-0000-4000-8000-000000000000'
  expect(moderationForm.safeParse({ intent: 'hide', review, revision: '1', reason: ' ' }).success).toBe(false)
  expect(moderationForm.safeParse({ intent: 'hide', review, revision: '1', reason: 'Insulta' }).success).toBe(true)
  expect(moderationForm.safeParse({ intent: 'publish', review, revision: '99999999999' }).success).toBe(false)
  expect(moderationForm.safeParse({ intent: 'delete', review, revision: '1' }).success).toBe(false)
})
