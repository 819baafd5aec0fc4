/** Is this address of this computer alone, so that no other device can open it? */
export const isOfThisMachine = /^(localhost|127\.|\[::1\])/.test(location.hostname);
