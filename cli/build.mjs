/** Writes down what every command is called, takes and says of itself, so that help loads none of them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Plugin } from '@oclif/core';

const root = import.meta.dirname;
const plugin = new Plugin({ root, type: 'core', ignoreManifest: true, errorOnManifestCreate: true });
await plugin.load();
writeFileSync(join(root, 'oclif.manifest.json'), JSON.stringify(plugin.manifest));
