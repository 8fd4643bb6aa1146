/** `npm run docs`: writes every generated document. */
await import('./generate.ts')
await import('./generate-events.ts')
await import('./generate-configuration.ts')
