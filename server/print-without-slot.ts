import type { Services } from '#app/platform/services/services.server.ts'

/**
 * The same services for one request, which gives its turn away as soon as it waits for a document: a thread of its own draws those, one at
 * a time, and four people who wait for long ones must not keep every page from being rendered.
 */
export const withoutSlot = (services: Services, leave: () => void): Services => ({
  ...services,
  pdf: {
    ...services.pdf,
    print(document, owner) {
      leave()
      return services.pdf.print(document, owner)
    },
  },
})
