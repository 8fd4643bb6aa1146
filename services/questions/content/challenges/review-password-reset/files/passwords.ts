/** Argon2id with the recommended parameters. */
export declare function hashPassword(password: string): Promise<string>
