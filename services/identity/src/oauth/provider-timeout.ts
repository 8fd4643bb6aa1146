/** Seconds that one call to a provider may take: somebody sits before an empty page meanwhile. */
export const providerTimeout = 8
