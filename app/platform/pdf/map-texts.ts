/** Every text of a plain value changed by a rule; dates and numbers stay as they are. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map(element => mapTexts(element, change))
  if (value instanceof Date || typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, mapTexts(inner, change)]))
}
