/* load_ms and load_rss_mb: from before dlopen() to after the first call, which makes an engine, and the memory it took. */
#include "bench.h"
#include "countersign.h"

#include <dlfcn.h>
#include <string.h>

typedef csn_status (*engine_new)(const csn_engine_options *, csn_engine **, csn_error **);

int main(int argc, char **argv) {
    const int64_t before = bench_resident();
    const double begun = bench_wall();
    csn_engine *engine = NULL;
    engine_new new_engine = NULL;
    double ready;
    void *library, *symbol;

    REQUIRE(argc == 2);
    library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
    REQUIRE(library != NULL);
    symbol = dlsym(library, "csn_engine_new");
    REQUIRE(symbol != NULL);
    memcpy(&new_engine, &symbol, sizeof symbol);
    REQUIRE(new_engine(NULL, &engine, NULL) == CSN_OK);
    ready = bench_wall();
    printf("load_ms %.3f\n", (ready - begun) * 1e3);
    printf("load_rss_mb %.3f\n", (double)(bench_resident() - before) / 1e6);
    return 0;
}
