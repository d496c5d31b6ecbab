import { startProduct } from '../../test/product';

export const ADDRESS_VARIABLE = 'ASYGROUND_URL';
export const TOKEN_VARIABLE = 'ASYGROUND_ADMIN_TOKEN';

/** Starts the product for all tests and hands its address over. Returns what stops it. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[ADDRESS_VARIABLE] !== undefined) return undefined;
  const product = await startProduct();
  process.env[ADDRESS_VARIABLE] = product.url;
  process.env[TOKEN_VARIABLE] = product.adminToken;
  return () => product.stop();
}
